import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * The options of a run of the bench.
 *
 * @typedef {object} Options
 * @property {boolean} quick
 * @property {readonly string[] | undefined} only
 * @property {readonly string[] | undefined} suites
 * @property {number | undefined} rounds
 * @property {number | undefined} objects
 * @property {number | undefined} events
 * @property {string | undefined} json
 * @property {string | undefined} results where the report is written, if it is
 * @property {string | undefined} profile
 */

export const USAGE = `npm run bench -- [OPTIONS]

  --quick            one workload, 3 rounds; writes no report
  --only NAME,…      these contenders only (and the floor that they are paired with)
  --suites NAME,…    these suites only
  --rounds N         rounds of each suite; default 9
  --objects N        another number of objects
  --events N         another number of events
  --json FILE        writes every single run to a file
  --results FOLDER   where the report is written; default test/bench/results, with --quick nowhere
  --profile NAME     where the time of one contender goes, instead of a comparison
`;

/**
 * @param {readonly string[]} words
 * @returns {Options}
 */
export function optionsOf(words) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      suites: { type: 'string' },
      rounds: { type: 'string' },
      objects: { type: 'string' },
      events: { type: 'string' },
      json: { type: 'string' },
      results: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const isPart = values.quick || values.objects !== undefined || values.events !== undefined;

  return {
    quick: values.quick,
    only: values.only?.split(','),
    suites: values.suites?.split(','),
    rounds: numberOf('rounds', values.rounds),
    objects: numberOf('objects', values.objects),
    events: numberOf('events', values.events),
    json: values.json,
    results:
      values.results ?? (isPart ? undefined : fileURLToPath(new URL('results', import.meta.url))),
    profile: values.profile,
  };
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function numberOf(name, text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new Error(`--${name} takes a whole number above 0, not "${text}".\n\n${USAGE}`);
  }

  return number;
}
