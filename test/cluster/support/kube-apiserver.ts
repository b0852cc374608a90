import { get } from 'node:https';
import { join } from 'node:path';

import { type ServerProcess, startProcess } from './server-process.js';

/** The options of {@link startKubeApiserver}. */
export interface KubeApiserverOptions {
  readonly binary: string;
  /** The folder of its keys, tokens and log. */
  readonly directory: string;
  readonly port: number;
  /** The address of its etcd. */
  readonly etcd: string;
  /** The authority that signed its certificate, and a token that may ask whether it is ready. */
  readonly ca: string;
  readonly token: string;
  /** Flags that go before ours. */
  readonly flags: readonly string[];
}

/** Starts a kube-apiserver and waits until it is ready. */
export async function startKubeApiserver(options: KubeApiserverOptions): Promise<ServerProcess> {
  const { binary, directory, port, etcd, flags } = options;
  const file = (name: string): string => join(directory, name);

  return startProcess({
    binary,
    args: [
      'kube-apiserver',
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${String(port)}`,
      // No client needs the address of the server as a service, and a loopback address would be refused there.
      '--endpoint-reconciler-type=none',
      '--service-cluster-ip-range=10.0.0.0/24',
      `--tls-cert-file=${file('server.crt')}`,
      `--tls-private-key-file=${file('server.key')}`,
      `--token-auth-file=${file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${file('service-account.pub')}`,
      `--service-account-signing-key-file=${file('service-account.key')}`,
      // It waits for service accounts, and no controller makes them here.
      '--disable-admission-plugins=ServiceAccount',
      // One resource that is read from etcd alone.
      '--watch-cache-sizes=configmaps#0',
      // Compaction is the business of the scenarios.
      '--etcd-compaction-interval=0',
      '--min-request-timeout=300',
      ...flags,
    ],
    log: file(`kube-apiserver-${String(port)}.log`),
    ready: () => askReady(options),
  });
}

/** Not over `fetch`: that has no way to trust the authority of a test. */
async function askReady({ port, ca, token }: KubeApiserverOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`https://127.0.0.1:${String(port)}/readyz`, { ca, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`/readyz: ${Buffer.concat(chunks).toString('utf8')}`));
      });
    }).on('error', reject);
  });
}
