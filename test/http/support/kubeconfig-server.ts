import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kubeconfigText } from '../../support/kubeconfig-text.js';
import { type Authority, authority } from './transport-certificates.js';
import { type Handler, type RecordingServer, recordingServer } from './transport-server.js';

/** A server that asks for client certificates, and a directory for kubeconfigs that lead to it. */
export interface KubeconfigServer {
  readonly directory: string;
  readonly root: Authority;
  readonly server: RecordingServer;
  /** Writes a kubeconfig with these fields of its user and cluster, and gives its path. */
  readonly put: (user: object, cluster?: object) => string;
  readonly close: () => Promise<void>;
}

/** Starts a server. A strict one rejects, at the handshake, clients without a certificate of the authority. */
export async function kubeconfigServer(
  handler: Handler,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<KubeconfigServer> {
  const directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  const root = await authority('root');
  const server = await recordingServer(handler, {
    ...(await root.server()),
    ca: root.cert,
    requestCert: true,
    rejectUnauthorized: strict,
  });

  return {
    directory,
    root,
    server,
    put: (user, cluster) => {
      const file = join(directory, 'config');
      const ca = { 'certificate-authority-data': Buffer.from(root.cert).toString('base64') };
      writeFileSync(
        file,
        kubeconfigText({ user, cluster: { server: server.url, ...ca, ...cluster } }),
      );

      return file;
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
