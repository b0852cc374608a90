const DECIMAL = /^[1-9][0-9]*$/u;

/**
 * Compares two resourceVersions of one server: negative if the first is older, positive if it is newer.
 *
 * Kubernetes defines this order since version 1.35 (KEP-5504): versions are decimal numbers of any length. It returns
 * `undefined` if one of them is not. Compare versions of one resource only.
 *
 * @since 0.1.0
 */
export function compareVersions(one: string, other: string): number | undefined {
  if (!DECIMAL.test(one) || !DECIMAL.test(other)) return undefined;
  if (one.length !== other.length) return one.length - other.length;
  if (one === other) return 0;

  return one < other ? -1 : 1;
}
