import { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { within } from '../support/within.js';
import { type Contender, documented } from './contender.js';
import { Masks } from './masks.js';
import { type Ask, type Scenario, type Watch } from './scenario.js';

/** The response of a server to one step, without the parts that differ between servers. */
export interface Entry {
  readonly step: string;
  readonly status: number | undefined;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** One document, or all frames of a watch; a text if it is not JSON. */
  readonly body: unknown;
  /** How a watch stood at the end. */
  readonly state: 'open' | 'ended' | 'cut';
}

/** How long frames are waited for. Milliseconds. */
const PATIENCE = 10_000;

interface Reading {
  readonly step: string;
  readonly answer: IncomingMessage;
  text: string;
  ended: boolean;
  /** The number of frames after which it is cut. */
  cutBehind?: number;
  isCut: boolean;
  wasStalled: boolean;
}

/** Plays a scenario on a server and writes down all that it answered. */
export async function transcriptOf(
  contender: Contender,
  { steps, anyWords = false, owners = false }: Scenario,
  namespace: string,
): Promise<readonly Entry[]> {
  const made = await contender.send(
    documented('POST', '/api/v1/namespaces', { metadata: { name: namespace } }),
  );
  await read(made).whole;
  const known = new Map<string, Known>();
  const readings = new Map<string, Reading>();
  const order: Reading[] = [];
  const filled = (text: string): string => fill(text, namespace, known);
  const readingOf = (name: string): Reading => {
    const reading = readings.get(name);
    if (reading === undefined) throw new Error(`no watch is called ${name}`);

    return reading;
  };

  const open = async (step: Ask | Watch): Promise<Reading> => {
    const method = step.do === 'ask' ? step.method : 'GET';
    const path = filled(step.path);
    const body = step.do === 'ask' ? bodyOf(step) : undefined;
    const answer = await contender.send({
      method,
      path: path.replaceAll(' ', '%20'),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headersOf(step, contender),
      },
      ...(body !== undefined && { body: filled(body) }),
    });
    const { reading } = read(answer, `${method} ${step.path}`);
    if (step.do === 'watch' || step.silent !== true) order.push(reading);

    return reading;
  };

  const afterwards: (() => Promise<void>)[] = [];

  try {
    for (const step of steps) {
      switch (step.do) {
        case 'ask': {
          const reading = await open(step);
          await seen(reading, () => reading.ended);
          if (step.as !== undefined) known.set(step.as, learned(reading.text));
          break;
        }
        case 'watch':
          readings.set(step.as, await open(step));
          break;
        case 'frames': {
          const reading = readingOf(step.of);
          await seen(
            reading,
            () =>
              reading.ended ||
              reading.isCut ||
              (step.count !== 'end' && lines(reading.text) >= step.count),
          );
          break;
        }
        case 'stall': {
          const reading = readingOf(step.of);
          reading.wasStalled = true;
          reading.answer.pause();
          break;
        }
        case 'proceed':
          readingOf(step.of).answer.resume();
          break;
        case 'cut':
          readingOf(step.of).cutBehind = step.behind;
          break;
        case 'until':
          await within(PATIENCE, `${step.path} answers ${String(step.status)}`, async () => {
            const answer = await contender.send(documented('GET', filled(step.path)));
            answer.resume();

            return answer.statusCode === step.status ? true : undefined;
          });
          break;
        case 'throttle':
          afterwards.push(await contender.throttle());
          break;
        case 'restart caches':
          await contender.restartCaches();
          break;
        case 'hold':
          await contender.hold(filled(step.plural));
          break;
        case 'release':
          await contender.release();
          break;
        case 'shut down':
          afterwards.push(await contender.shutDown());
          break;
        case 'compact':
          await contender.compact(filled(step.version));
      }
    }
  } finally {
    for (const { answer } of order) answer.destroy();
    for (const act of afterwards) await act();
  }
  const masks = new Masks(anyWords, owners);
  const entries = order.map((reading): Entry => ({
    step: reading.step,
    status: reading.answer.statusCode,
    contentType: reading.answer.headers['content-type'],
    retryAfter: reading.answer.headers['retry-after'],
    body: contentOf(reading, masks),
    state: reading.isCut ? 'cut' : reading.ended ? 'ended' : 'open',
  }));

  return masks.applied(entries) as readonly Entry[];
}

function read(answer: IncomingMessage, step = ''): { reading: Reading; whole: Promise<void> } {
  const reading: Reading = {
    step,
    answer,
    text: '',
    ended: false,
    isCut: false,
    wasStalled: false,
  };
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => {
    reading.text += chunk;
    const { cutBehind = Infinity } = reading;
    if (reading.text.endsWith('\n') || lines(reading.text) < cutBehind) return;
    reading.isCut = true;
    answer.destroy();
  });
  const whole = new Promise<void>((resolve) => {
    answer.on('end', () => {
      // A connection that was lost says so as well.
      reading.ended = answer.complete;
      resolve();
    });
    answer.on('error', () => {
      resolve();
    });
  });

  return { reading, whole };
}

async function seen(reading: Reading, holds: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds() && performance.now() < end) await sleep(5);
}

interface Known {
  readonly rv: string;
  readonly uid: string;
  readonly continue: string;
}

function learned(text: string): Known {
  const { metadata = {} } = JSON.parse(text) as {
    readonly metadata?: { resourceVersion?: string; uid?: string; continue?: string };
  };

  return {
    rv: metadata.resourceVersion ?? '',
    uid: metadata.uid ?? '',
    continue: metadata.continue ?? '',
  };
}

function fill(text: string, namespace: string, known: ReadonlyMap<string, Known>): string {
  return text
    .replaceAll('<ns>', namespace)
    .replaceAll(
      /<([a-z]+)\.(rv|uid|continue)(?:([+-])(\d+))?>/gu,
      (all, name: string, field: keyof Known, sign: string | undefined, by: string) => {
        const value = known.get(name)?.[field];
        if (value === undefined) throw new Error(`nothing is known for ${all}`);

        return sign === undefined ? value : String(BigInt(value) + BigInt(`${sign}${by}`));
      },
    );
}

function headersOf({ headers = {} }: Ask | Watch, { throttled }: Contender) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('<throttled>', throttled)]),
  );
}

function bodyOf({ body }: Ask): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

function lines(text: string): number {
  return text.split('\n').length - 1;
}

function contentOf({ text, isCut, wasStalled }: Reading, masks: Masks): unknown {
  if (wasStalled) return inOrder(text);
  // Frames behind the cut are not compared.
  const body = parsed(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text);

  return Array.isArray(body) ? masks.frames(body) : masks.note(body);
}

/** Says of frames only that they are creations without a gap, from the first on. */
function inOrder(text: string): string {
  const names = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(0, 500))
    .map((start) => /^\{"type":"ADDED".*?"name":"(?<name>[^"]+)"/u.exec(start)?.groups?.['name']);
  const isWhole = text.endsWith('\n');
  const gap = names.findIndex((name, index) => name !== `n-${String(index)}`);

  return gap === -1 && isWhole ? 'some frames in order' : `frame ${String(gap)} is not the next`;
}

/** A body as JSON: one value for a document, however it is spaced, a list of values for frames. */
function parsed(text: string): unknown {
  const documents = text.split('\n').filter((line) => line !== '');
  try {
    return documents.map((line) => JSON.parse(line) as unknown);
  } catch {
    try {
      return [JSON.parse(text) as unknown];
    } catch {
      return text;
    }
  }
}
