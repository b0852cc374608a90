import { type IncomingMessage } from 'node:http';

import { type Contender, documented } from '../contender.js';
import { type Ask } from '../scenario.js';
import { isFields } from './given-fields.js';

/** A response as it came, and the request that it is for. */
export interface Played {
  readonly ask: Pick<Ask, 'method' | 'path' | 'body'>;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Requests that are sent one after another, and the collections that are watched meanwhile. */
export interface History {
  readonly asks: readonly Ask[];
  readonly watched: readonly string[];
}

/** The output of a server: a response for each request, and all frames of each watch. */
export interface Transcript {
  readonly played: readonly Played[];
  readonly frames: readonly (readonly unknown[])[];
}

/** A server that does not send the last event of a watch within this time has failed. Milliseconds. */
const PATIENCE = 20_000;
const LAST = 'last';

/**
 * Plays a history on a server, in a new namespace.
 *
 * In paths and bodies `<ns>` is the namespace. `<widgets/a rv>`, `<widgets/a first>` and `<widgets/a uid>` are the last
 * version of an object, its first version, and its uid, as the responses so far have shown them.
 */
export async function play(
  contender: Contender,
  { asks, watched }: History,
  namespace: string,
): Promise<Transcript> {
  await wholeOf(
    await contender.send(
      documented('POST', '/api/v1/namespaces', { metadata: { name: namespace } }),
    ),
  );
  const watches: Watch[] = [];
  for (const path of watched) watches.push(await openWatch(contender, path, namespace));
  const known = new Map<string, string>();
  const played: Played[] = [];
  for (const ask of asks) {
    const fill = (text: string): string => filled(text, namespace, known);
    const response = await contender.send({
      method: ask.method,
      path: fill(ask.path),
      headers: { 'content-type': 'application/json', 'user-agent': 'parity/1', ...ask.headers },
      body:
        ask.body === undefined
          ? undefined
          : fill(typeof ask.body === 'string' ? ask.body : JSON.stringify(ask.body)),
    });
    const text = await wholeOf(response);
    note(known, ask.path, text);
    played.push({
      ask,
      status: response.statusCode ?? 0,
      contentType: response.headers['content-type'] ?? '',
      text,
    });
  }
  for (const watch of watches) await finish(contender, watch);

  return {
    played,
    frames: watches.map(({ text }) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line): unknown => JSON.parse(line))
        .filter((frame) => !JSON.stringify(frame).includes(`"name":"${LAST}"`)),
    ),
  };
}

interface Watch {
  readonly path: string;
  readonly response: IncomingMessage;
  text: string;
  readonly reached: Promise<void>;
}

async function openWatch(contender: Contender, pattern: string, namespace: string): Promise<Watch> {
  const path = pattern.replaceAll('<ns>', namespace);
  const list = await wholeOf(await contender.send(documented('GET', path)));
  const { metadata } = JSON.parse(list) as { readonly metadata: { resourceVersion: string } };
  const response = await contender.send(
    documented('GET', `${path}?watch=1&resourceVersion=${metadata.resourceVersion}`),
  );
  response.setEncoding('utf8');
  const watch = { path, response, text: '' };
  const reached = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${path} did not show its last object: ${watch.text.slice(-500)}`));
    }, PATIENCE * 30);
    response.on('data', (chunk: string) => {
      watch.text += chunk;
      if (!watch.text.includes(`"name":"${LAST}"`) || !watch.text.endsWith('\n')) return;
      clearTimeout(timer);
      resolve();
    });
    response.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    response.on('error', () => {
      clearTimeout(timer);
      resolve();
    });
  });

  return Object.assign(watch, { reached });
}

/** Creates an object, whose event is the last one that is read. */
async function finish(contender: Contender, { path, response, reached }: Watch): Promise<void> {
  const made = await contender.send(documented('POST', path, lastObject(path)));
  const text = await wholeOf(made);
  if (made.statusCode !== 201) throw new Error(`the last object of ${path}: ${text}`);
  await reached;
  response.destroy();
}

function lastObject(path: string): object {
  const metadata = { name: LAST };
  const containers = [{ name: 'main', image: 'example.com/none' }];
  if (path.endsWith('/widgets')) {
    return { apiVersion: 'parity.example.com/v1', kind: 'Widget', metadata };
  }
  if (path.endsWith('/pods')) return { metadata, spec: { containers } };
  if (path.endsWith('/deployments')) {
    const labels = { app: LAST };

    return {
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    };
  }
  if (path.endsWith('/services')) return { metadata, spec: { ports: [{ port: 80 }] } };
  if (path.endsWith('/typed')) {
    return { apiVersion: 'parity.example.com/v1', kind: 'Typed', metadata };
  }

  return { metadata };
}

function filled(text: string, namespace: string, known: ReadonlyMap<string, string>): string {
  return text
    .replaceAll('<ns>', namespace)
    .replaceAll(
      /<([a-z]+\/[-a-z0-9]+ (?:rv|first|uid))>/gu,
      (all, name: string) => known.get(name) ?? '',
    );
}

/** Remembers the versions and the uids of the objects in a response. */
function note(known: Map<string, string>, path: string, text: string): void {
  if (!text.startsWith('{')) return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return;
  }
  const metadata = isFields(body) ? body['metadata'] : undefined;
  if (!isFields(metadata)) return;
  const { name, uid, resourceVersion } = metadata;
  const plural = /\/([a-z]+)(?:\/[^/?]+(?:\/(?:status|scale))?)?(?:\?.*)?$/u.exec(path)?.[1];
  if (typeof name !== 'string' || typeof uid !== 'string' || plural === undefined) return;
  if (typeof resourceVersion !== 'string') return;
  const key = `${plural}/${name}`;
  if (!known.has(`${key} first`)) known.set(`${key} first`, resourceVersion);
  known.set(`${key} rv`, resourceVersion);
  known.set(`${key} uid`, uid);
}

async function wholeOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);

  return Buffer.concat(chunks).toString('utf8');
}
