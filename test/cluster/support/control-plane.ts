import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { authority } from '../../http/support/transport-certificates.js';
import { type Etcd, startEtcd } from './etcd.js';
import { freePorts } from './free-ports.js';
import { startKubeApiserver } from './kube-apiserver.js';
import { type ServerProcess } from './server-process.js';

/** The users and their groups. At first only the administrator has permissions. */
const users = { admin: 'system:masters', reader: '', throttled: '' } as const;

/** The address of an API server and the credentials of its users. */
export interface Access {
  readonly server: string;
  readonly ca: string;
  /** The token of each user. */
  readonly tokens: Readonly<Record<keyof typeof users, string>>;
}

/** One kube-apiserver of a control plane. */
interface Apiserver {
  readonly server: string;
  /** Ends it outright. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, as an operator who replaces it does. Resolves at its end. */
  readonly terminate: () => () => Promise<void>;
  /** Starts it again, at the same address. */
  readonly start: () => Promise<void>;
}

/** The options of a control plane. */
export interface ControlPlaneOptions {
  /** More flags of its kube-apiservers. */
  readonly flags?: readonly string[];
  /** Gives the address at which its first kube-apiserver finds the etcd of an address; the same by default. */
  readonly wayTo?: (etcd: string) => Promise<string>;
}

/** A control plane of one's own: an etcd, and kube-apiservers before it. */
export interface ControlPlane {
  readonly access: Access;
  readonly etcd: Etcd;
  readonly apiserver: Apiserver;
  /** Starts one more kube-apiserver before the same etcd, perhaps with further flags. */
  readonly another: (further?: readonly string[]) => Promise<Apiserver>;
  /** A directory that goes with it. */
  readonly directory: string;
  /** Ends all of it. */
  readonly close: () => Promise<void>;
}

/** Starts a control plane on ports of loopback, with keys of its own and perhaps flags of its own. */
export async function startControlPlane(
  binary: string,
  { flags = [], wayTo = (etcd) => Promise.resolve(etcd) }: ControlPlaneOptions = {},
): Promise<ControlPlane> {
  const directory = await mkdtemp(join(tmpdir(), 'rxkube-cluster-'));
  const started: { readonly kill: () => Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(started.map((part) => part.kill()));
    await rm(directory, { recursive: true });
  };

  try {
    const tokens = { admin: randomUUID(), reader: randomUUID(), throttled: randomUUID() };
    const ca = await writeKeys(directory, tokens);
    const etcd = await startEtcd(binary, directory);
    started.push(etcd);
    const oneMore = async (endpoint: string, further: readonly string[]): Promise<Apiserver> => {
      const [port = 0] = await freePorts(1);
      const options = { binary, directory, port, etcd: endpoint, ca, token: tokens.admin };
      const start = (): Promise<ServerProcess> =>
        startKubeApiserver({ ...options, flags: [...flags, ...further] });
      let running = await start();
      const apiserver: Apiserver = {
        server: `https://127.0.0.1:${String(port)}`,
        kill: () => running.kill(),
        terminate: () => {
          running.terminate();

          return running.ended;
        },
        start: async () => {
          running = await start();
        },
      };
      started.push(apiserver);

      return apiserver;
    };
    const apiserver = await oneMore(await wayTo(etcd.endpoint), []);
    const { server } = apiserver;

    return {
      access: { server, ca, tokens },
      etcd,
      apiserver,
      another: (further = []) => oneMore(etcd.endpoint, further),
      directory,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Writes what the flags of the kube-apiserver name; gives the certificate to trust. */
async function writeKeys(directory: string, tokens: Access['tokens']): Promise<string> {
  const root = await authority('rxkube');
  const { cert, key } = await root.server();
  const accounts = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  const lines = Object.entries(tokens).map(
    ([user, token]) => `${token},${user},${user},"${users[user as keyof typeof users]}"`,
  );
  const files = {
    'server.crt': cert,
    'server.key': key,
    'service-account.pub': accounts.publicKey,
    'service-account.key': accounts.privateKey,
    'tokens.csv': `${lines.join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(directory, name), text, { mode: 0o600 });
  }

  return root.cert;
}
