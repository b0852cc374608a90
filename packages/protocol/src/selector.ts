/** Placeholder: being written. */
export type LabelSelector = { readonly labels: readonly unknown[] };
export type FieldSelector = { readonly fields: readonly unknown[] };
export declare function formatSelector(selector: LabelSelector | FieldSelector): string;
export declare function parseLabelSelector(text: string): LabelSelector;
export declare function parseFieldSelector(text: string): FieldSelector;
