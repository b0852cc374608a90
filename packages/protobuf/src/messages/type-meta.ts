/** Of which kind an object is. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}
