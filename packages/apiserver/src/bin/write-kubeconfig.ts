import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

import { invalidArgument } from '@rxkube/protocol';
import { messageOf } from '@rxkube/protocol/internal';

/** The first line of each file that this program writes, by which it knows its own. */
const MARK = '# Written by rxkube-apiserver.';
/** Only the owner may read the file, as any other kubeconfig. */
const OWNER_ONLY = 0o600;
/** An address that stands for all addresses of the machine cannot be dialled everywhere. */
const DIALLED = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
]);

/**
 * Writes a kubeconfig for a server without a token. Replaces a file that this program has written, and no other.
 *
 * @throws ProtocolError `invalidArgument` for `--kubeconfig`, for a file that cannot be written or is not ours.
 */
export function writeKubeconfig(file: string, url: string): void {
  if (isForeign(file)) {
    throw invalidArgument(
      '--kubeconfig',
      `${JSON.stringify(file)} holds another kubeconfig; pass a file that does not exist`,
    );
  }
  trying(() => {
    writeFileSync(file, kubeconfigText(url), { mode: OWNER_ONLY });
    // A file that existed keeps its mode.
    chmodSync(file, OWNER_ONLY);
  });
}

function isForeign(file: string): boolean {
  return trying(() => existsSync(file) && !readFileSync(file, 'utf8').startsWith(MARK));
}

function trying<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw invalidArgument('--kubeconfig', messageOf(error));
  }
}

/** JSON texts are YAML too. */
function kubeconfigText(url: string): string {
  const { hostname } = new URL(url);
  const server = url.replace(hostname, DIALLED.get(hostname) ?? hostname);

  return `${MARK}
apiVersion: v1
kind: Config
current-context: rxkube
contexts:
  - name: rxkube
    context: { cluster: rxkube, user: rxkube }
clusters:
  - name: rxkube
    cluster: ${JSON.stringify({ server })}
users:
  - name: rxkube
    user: {}
`;
}
