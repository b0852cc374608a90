/** Who writes, as far as the ownership of fields is concerned. */
export interface FieldManager {
  readonly name: string;
  /** Whether the request named it. Objects of others are not followed before somebody applies to them. */
  readonly explicit: boolean;
}
