import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

import { root } from './root.mjs';
import { runStages } from './run-stages.mjs';
import { build, install } from './set-up.mjs';
import { stages } from './stages.mjs';
import { start } from './start.mjs';

/** @import { Stage } from './stages.mjs' */

/**
 * Runs one command of the workspace.
 *
 * @param {readonly string[]} words
 * @returns {Promise<number>} the exit code
 */
export async function run([command = '', ...words]) {
  switch (command) {
    case 'start':
      install();
      await build();

      return start(words);
    case 'test':
      return test(({ slow, apart }) => !slow && !apart, words);
    case 'test:all':
      return test(({ apart }) => !apart, words);
    case 'test:rest':
      return test(({ slow, apart }) => slow === true && !apart, words);
    case 'update':
      return update(named(words));
    default:
      return runStages(
        named([command]).map((stage) =>
          stage.command === undefined ? stage : { ...stage, command: [...stage.command, ...words] },
        ),
      );
  }
}

/**
 * @param {(stage: Stage) => boolean} isMeant
 * @param {readonly string[]} words
 */
function test(isMeant, words) {
  const { values } = parseArgs({
    args: [...words],
    options: { only: { type: 'string' }, 'keep-going': { type: 'boolean' } },
  });
  const chosen = values.only === undefined ? stages.filter(isMeant) : named(values.only.split(','));

  return runStages(chosen, values['keep-going']);
}

/** @param {readonly Stage[]} chosen */
async function update(chosen) {
  install();

  for (const { name, built, update } of chosen) {
    if (update === undefined) throw new Error(`rxkube: no program can mend what "${name}" finds.`);
    if (built) await build();
    const [file = '', ...args] = update;
    const { status } = spawnSync(file, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) return status ?? 1;
  }

  return 0;
}

/** @param {readonly string[]} names */
function named(names) {
  return names.map((name) => {
    const found = stages.find((stage) => stage.name === name);
    if (found === undefined) {
      const list = stages.map((stage) => `  ${stage.name.padEnd(14)}${stage.job}`).join('\n');
      throw new Error(`rxkube: there is no stage "${name}". These are:\n${list}`);
    }

    return found;
  });
}
