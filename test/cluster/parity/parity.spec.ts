import { writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { binary, isNewest, isOurs, report } from '../support/given.js';
import { type Contender, ourServer, realServer } from './contender.js';
import { exceptions } from './exceptions.js';
import { rows, withoutScenario } from './rows.js';
import { type Scenario } from './scenario.js';
import { scenarios } from './scenarios/index.js';
import { type Entry, transcriptOf } from './transcript.js';

/** The real store has other writers, whose versions may fall between ours: only what repeats is a difference. */
const ATTEMPTS = 3;

const played = scenarios.filter(({ newestRelease }) => newestRelease !== true || isNewest);
const leftOut = scenarios.filter((scenario) => !played.includes(scenario)).map(({ name }) => name);

interface Pair {
  readonly real: Contender;
  readonly ours: Contender;
}

// The state of a server before a scenario counts, so no other test may write there.
describe.runIf(isOurs)('the two servers', () => {
  const agreed: string[] = [];
  const repeated: string[] = [];
  let usual: Pair;
  let withoutStreamingLists: Pair;

  beforeAll(async () => {
    [usual, withoutStreamingLists] = await Promise.all([
      pair(() => realServer(binary()), true),
      pair(() => realServer(binary(), ['--feature-gates=WatchList=false']), false),
    ]);
  });

  afterAll(async () => {
    await Promise.all(
      [usual, withoutStreamingLists].flatMap(({ real, ours }) => [real.close(), ours.close()]),
    );
    const listed = Object.entries(exceptions);
    await writeFile(
      report(),
      [
        '',
        `parity: ${String(played.length)} scenarios, ${String(agreed.length)} agreements, ${String(listed.length)} exceptions`,
        `  played again, since the real store has other writers: ${repeated.length === 0 ? 'none' : repeated.join(', ')}`,
        ...(leftOut.length === 0
          ? []
          : [`  left out, since this release answers otherwise: ${leftOut.join('; ')}`]),
        ...listed.map(([name, reason]) => `  ${name}: ${reason}`),
        '',
      ].join('\n'),
    );
  });

  it('differ in a list of at most ten scenarios', () => {
    const names = scenarios.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(10);
  });

  it('cover each row of the server behaviour that has no excuse', () => {
    const tried = scenarios.flatMap((scenario) => scenario.rows);
    const excused = Object.keys(withoutScenario);

    expect(rows.filter((row) => !tried.includes(row) && !excused.includes(row))).toEqual([]);
    // A new scenario for such a row removes the excuse.
    expect(excused.filter((row) => tried.includes(row))).toEqual([]);
  });

  it.each(played.map((scenario): [string, Scenario] => [scenario.name, scenario]))(
    'are asked for: %s',
    async (name, scenario) => {
      const contenders = scenario.withoutStreamingLists ? withoutStreamingLists : usual;
      const place = `parity-${String(scenarios.indexOf(scenario))}`;
      let told = await both(contenders, scenario, place);
      const attempts = Object.hasOwn(exceptions, name) ? 1 : ATTEMPTS;
      for (let attempt = 1; attempt < attempts && told.real !== told.ours; attempt += 1) {
        repeated.push(name);
        told = await both(contenders, scenario, `${place}-${String(attempt)}`);
      }
      if (Object.hasOwn(exceptions, name)) {
        // A difference that is gone leaves the list.
        expect(told.ours).not.toBe(told.real);

        return;
      }

      expect(told.ours).toBe(told.real);
      agreed.push(name);
    },
  );
});

async function pair(start: () => Promise<Contender>, streamingLists: boolean): Promise<Pair> {
  const [real, ours] = await Promise.all([start(), ourServer(streamingLists)]);

  return { real, ours };
}

/** The transcripts of both servers, as texts in which the order of fields counts. */
async function both(
  { real, ours }: Pair,
  scenario: Scenario,
  place: string,
): Promise<{ readonly real: string; readonly ours: string }> {
  const [theirs, our] = await Promise.all(
    [real, ours].map((contender) => transcriptOf(contender, scenario, place)),
  );

  return { real: written(theirs ?? [], place), ours: written(our ?? [], place) };
}

function written(entries: readonly Entry[], place: string): string {
  return JSON.stringify(entries, null, 1).replaceAll(place, '<ns>');
}
