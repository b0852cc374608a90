import { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { within } from '../support/within.js';
import { type Contender, documented } from './contender.js';
import { Masks } from './masks.js';
import { type Ask, type Scenario, type Watch } from './scenario.js';

/** What a server answered to one step, without what differs from server to server. */
export interface Entry {
  readonly step: string;
  readonly status: number | undefined;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** One document, or all frames of a watch; a text where it is no JSON. */
  readonly body: unknown;
  /** How a watch stood at the end. */
  readonly state: 'open' | 'ended';
}

/** How long frames are waited for. Milliseconds. */
const PATIENCE = 10_000;

interface Reading {
  readonly step: string;
  readonly answer: IncomingMessage;
  text: string;
  ended: boolean;
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
          const reading = readings.get(step.of);
          if (reading === undefined) throw new Error(`no watch is called ${step.of}`);
          await seen(
            reading,
            () => reading.ended || (step.count !== 'end' && lines(reading.text) >= step.count),
          );
          break;
        }
        case 'until':
          await within(PATIENCE, `${step.path} answers ${String(step.status)}`, async () => {
            const answer = await contender.send(documented('GET', filled(step.path)));
            answer.resume();

            return answer.statusCode === step.status ? true : undefined;
          });
          break;
        case 'throttle':
          await contender.throttle();
          break;
        case 'compact':
          await contender.compact(filled(step.version));
      }
    }
  } finally {
    for (const { answer } of order) answer.destroy();
  }
  const masks = new Masks(anyWords, owners);
  const entries = order.map(({ step, answer, text, ended }): Entry => ({
    step,
    status: answer.statusCode,
    contentType: answer.headers['content-type'],
    retryAfter: answer.headers['retry-after'],
    body: masked(parsed(text), masks),
    state: ended ? 'ended' : 'open',
  }));

  return masks.applied(entries) as readonly Entry[];
}

function read(answer: IncomingMessage, step = ''): { reading: Reading; whole: Promise<void> } {
  const reading: Reading = { step, answer, text: '', ended: false };
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => {
    reading.text += chunk;
  });
  const whole = new Promise<void>((resolve) => {
    answer.on('end', () => {
      reading.ended = true;
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

function masked(body: unknown, masks: Masks): unknown {
  return Array.isArray(body) ? masks.frames(body) : masks.note(body);
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
