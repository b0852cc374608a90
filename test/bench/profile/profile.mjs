import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { contenders } from '../measure/contenders.mjs';
import { Server } from '../measure/server.mjs';
import { trial } from '../measure/trial.mjs';
import { table } from '../report/table.mjs';
import { groupsOf } from './groups-of.mjs';

/** @import { Options } from '../options.mjs' */

/**
 * Runs one contender under Node's profiler and prints where its CPU time goes.
 *
 * @param {string} name
 * @param {Options} options
 */
export async function profile(name, { objects = 5_000, events = 50_000 }) {
  const contender = contenders.find((each) => each.name === name);
  if (contender === undefined || contender.command.length === 0) {
    throw new Error(`There is no contender "${name}".`);
  }
  const problem = await contender.setUp?.();
  if (problem !== undefined) throw new Error(`"${name}" cannot be profiled: ${problem}.`);
  const folder = mkdtempSync(join(tmpdir(), 'rxkube-bench-'));
  const server = await Server.start({ kind: 'Pod', count: objects, events });

  try {
    const measured = await trial(
      server,
      { kind: 'Pod', count: objects, events },
      (job) => {
        const [node = '', ...words] = contender.command(job);

        return [
          node,
          '--cpu-prof',
          '--cpu-prof-interval',
          '500',
          '--cpu-prof-dir',
          folder,
          ...words,
        ];
      },
      { until: 'watched' },
    );
    const [file] = readdirSync(folder);
    if (file === undefined) throw new Error(`"${name}" left no profile. ${measured.problem ?? ''}`);
    const { groups, functions } = groupsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    console.log(table(['group', '-ms', '-share'], groups.map(rowOf)));
    console.log(`\n${table(['function', '-ms', '-share'], functions.slice(0, 25).map(rowOf))}`);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

/** @param {{ readonly name: string, readonly ms: number, readonly share: number }} part */
function rowOf({ name, ms, share }) {
  return [name, ms.toFixed(0), `${(share * 100).toFixed(1)} %`];
}
