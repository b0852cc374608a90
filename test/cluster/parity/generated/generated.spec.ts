import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { binary, isOurs } from '../../support/given.js';
import { type Contender, documented, ourServer, realServer } from '../contender.js';
import { compared } from './comparison.js';
import { differences, isOfValidation } from './differences.js';
import { BUILT_IN, CUSTOM, histories } from './histories.js';
import { typedDefinition } from './objects.js';
import { type History, play } from './play.js';
import { requestCases } from './requests.js';

/** Cases that are played at one time. The servers wait more than they work. */
const AT_ONCE = 8;
/** `RXKUBE_HISTORIES` plays more, and `RXKUBE_SEED` plays others. */
const HISTORIES = Number(process.env['RXKUBE_HISTORIES'] ?? 500);
const SEED = Number(process.env['RXKUBE_SEED'] ?? 1);

/** The responses and the events of one server, one text each. */
type Told = readonly string[];

describe.runIf(isOurs)('two servers, asked at random', () => {
  let real: Contender;
  let ours: Contender;
  let played = 0;

  beforeAll(async () => {
    [real, ours] = await Promise.all([realServer(binary()), ourServer()]);
    await Promise.all([real, ours].map(defineTyped));
  });

  afterAll(async () => {
    await Promise.all([real.close(), ours.close()]);
  });

  async function both(history: History): Promise<readonly [real: Told, ours: Told]> {
    played += 1;
    const namespace = `generated-${String(played)}`;
    const [theirs = [], own = []] = await Promise.all(
      [real, ours].map(async (contender) =>
        compared(await play(contender, history, namespace), namespace),
      ),
    );

    return [theirs, own];
  }

  it('agree on each single request, except for a table of differences', async () => {
    const known = differences.flatMap(({ cases }) => cases);
    const different = new Set<string>();
    const waiting = [...requestCases];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { name, asks } = next;
        const [theirs, own] = await both({ asks, watched: [] });
        const row = known.find((beginning) => name.startsWith(beginning));
        if (row === undefined) expect(own, name).toEqual(theirs);
        else if (own.join() !== theirs.join()) different.add(row);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    // A row without a difference leaves the table.
    expect([...different].sort()).toEqual([...known].sort());
  });

  it.each([
    ['custom', CUSTOM],
    ['built-in', BUILT_IN],
  ] as const)(
    'agree on histories of %s kinds',
    async (_, plurals) => {
      let leftOut = 0;
      const numRuns = Math.ceil(HISTORIES / 2);
      await fc.assert(
        fc.asyncProperty(histories(plurals), async (history) => {
          const [theirs, own] = await both(history);
          const at = theirs.findIndex((text, index) => text !== own[index]);
          if (at >= 0 && isOfValidation(theirs[at], own[at])) leftOut += 1;
          else expect(own).toEqual(theirs);
        }),
        { seed: SEED, numRuns },
      );

      // The histories are about the protocol, so few of them may end in a refusal of content.
      expect(leftOut).toBeLessThan(numRuns / 20);
    },
    Math.max(120_000, HISTORIES * 1_000),
  );
});

/** Defines a custom resource with a schema, and waits until it is served. */
async function defineTyped({ send }: Contender): Promise<void> {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  (await send(documented('POST', definitions, typedDefinition()))).resume();
  for (let status = 404; status !== 200;) {
    const list = await send(
      documented('GET', '/apis/parity.example.com/v1/namespaces/default/typed'),
    );
    list.resume();
    status = list.statusCode ?? 0;
  }
}
