import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { contenders } from './measure/contenders.mjs';
import { importCost } from './measure/import-cost.mjs';
import { machine } from './measure/machine.mjs';
import { planFor } from './measure/plan.mjs';
import { programs } from './measure/programs.mjs';
import { runSuite } from './measure/run-suite.mjs';
import { snapshotGrowth } from './measure/snapshot-growth.mjs';
import { takesProtobuf } from './measure/takes-protobuf.mjs';
import { figures } from './report/figures.mjs';
import { markdown } from './report/markdown.mjs';
import { plot } from './report/plot.mjs';

/** @import { Pair } from './measure/snapshot-growth.mjs' */
/** @import { Outcome } from './measure/run-suite.mjs' */
/** @import { Options } from './options.mjs' */

/**
 * Everything that a run came to.
 *
 * @typedef {object} Run
 * @property {ReturnType<typeof machine>} machine
 * @property {readonly Outcome[]} outcomes
 * @property {readonly Pair[]} snapshots what a snapshot costs; empty where it was not measured
 */

/**
 * Measures, prints and writes what was measured.
 *
 * @param {Options} options
 */
export async function bench(options) {
  const unknown = options.only?.find((name) => contenders.every((each) => each.name !== name));
  if (unknown !== undefined) {
    const names = contenders.map(({ name, about }) => `  ${name.padEnd(22)}${about}`);
    throw new Error(`There is no contender "${unknown}". These are:\n${names.join('\n')}`);
  }
  const where = machine();
  const suites = planFor(options);
  const wantsProtobuf = suites.some(({ contenders }) => contenders.some(takesProtobuf));
  const encoder = wantsProtobuf ? (await programs['client-go']()).path : undefined;
  const outcomes = [];
  for (const suite of suites) {
    const needsEncoder = suite.contenders.some(takesProtobuf);
    outcomes.push(await runSuite(suite, needsEncoder ? encoder : undefined, console.error));
  }
  const isWhole = options.only === undefined && options.results !== undefined;
  const isWanted = options.suites?.includes('snapshots') ?? isWhole;
  const snapshots = isWanted ? snapshotGrowth(options.rounds ?? 9) : [];
  /** @type {Run} */
  const run = { machine: where, outcomes, snapshots };

  const report = markdown(run, figures(run));
  console.log(report);
  if (isWhole) console.log(importCost(options.rounds ?? 9));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(run, null, 1)}\n`);
  if (options.results !== undefined) {
    mkdirSync(options.results, { recursive: true });
    writeFileSync(join(options.results, 'results.md'), report);
    writeFileSync(join(options.results, 'speed.svg'), plot(run));
  }
}
