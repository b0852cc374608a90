/** Kept equal to the package's version by a test. */
export const VERSION = '0.1.0';

/** How this library names itself to a server: `rxkube/0.1.0 (linux/x64) node/20`. */
export function userAgent(): string {
  const node = process.versions.node.split('.', 1)[0] ?? '';

  return `rxkube/${VERSION} (${process.platform}/${process.arch}) node/${node}`;
}
