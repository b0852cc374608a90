import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

import { cache, root } from './root.mjs';
import { build, install } from './set-up.mjs';

/** @import { Stage } from './stages.mjs' */

/**
 * The result of a stage. Each vitest test counts, and any other stage counts as one check.
 *
 * @typedef {{ readonly code: number, readonly passed: number, readonly failed: number }} Outcome
 */

/**
 * Runs the stages in turn, says how long each took, and ends with the line `N passed, N failed`.
 *
 * @param {readonly Stage[]} chosen
 * @param {boolean} [keepGoing] whether the stages after a failed one run too; default false
 * @returns {Promise<number>} the exit code of the first stage that failed, else 0
 */
export async function runStages(chosen, keepGoing = false) {
  const begin = performance.now();
  install();
  mkdirSync(cache, { recursive: true });
  const early = new Map(
    chosen.length === 1
      ? []
      : chosen.filter((stage) => stage.early).map((stage) => [stage, launch(stage, 'pipe')]),
  );
  let isBuilt = false;
  let ran = 0;
  let code = 0;
  let passed = 0;
  let failed = 0;

  for (const stage of chosen) {
    const started = performance.now();
    console.log(`\n== ${stage.name}: ${stage.job}`);
    const outcome = await runStage(stage, early.get(stage), stage.built === true && !isBuilt);
    isBuilt ||= stage.built === true || stage.work === build;
    early.delete(stage);
    ran++;
    code ||= outcome.code;
    passed += outcome.passed;
    failed += outcome.failed;
    const how = outcome.code === 0 ? 'passed' : `failed with exit code ${String(outcome.code)}`;
    console.log(`== ${stage.name} ${how} after ${seconds(started)}`);
    if (code !== 0 && !keepGoing) break;
  }
  for (const { child } of early.values()) child.kill();
  console.log(`\n${String(ran)} of ${String(chosen.length)} stages, ${seconds(begin)}`);
  console.log(`${String(passed)} passed, ${String(failed)} failed`);

  return code;
}

/**
 * @param {Stage} stage
 * @param {Launched | undefined} launched
 * @param {boolean} buildFirst
 * @returns {Promise<Outcome>}
 */
async function runStage(stage, launched, buildFirst) {
  try {
    if (buildFirst) await build();
    await stage.work?.();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);

    return { code: 1, passed: 0, failed: 1 };
  }
  if (stage.work !== undefined) return { code: 0, passed: 1, failed: 0 };
  const { results } = stage;
  if (results !== undefined) rmSync(results, { force: true });
  const { output, code } = await (launched ?? launch(stage, 'inherit')).ended;
  process.stdout.write(output);
  const { passed, failed } = results === undefined ? { passed: 1, failed: 0 } : count(results);
  if (code === 0) return { code, passed, failed };

  // Whatever ended it beside a failed test, the sum must not look like a success.
  return { code, passed: results === undefined ? 0 : passed, failed: Math.max(failed, 1) };
}

/**
 * A stage under way.
 *
 * @typedef {object} Launched
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<{ readonly code: number, readonly output: string }>} ended
 */

/**
 * @param {Stage} stage
 * @param {'inherit' | 'pipe'} output whether it writes at once, or to us
 * @returns {Launched}
 */
function launch({ command = [] }, output) {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', output, output] });
  let text = '';

  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
      text += part;
    });
  }

  return {
    child,
    ended: new Promise((resolve) => {
      child.on('error', (error) => {
        resolve({ code: 1, output: `rxkube: ${file} did not start: ${error.message}\n` });
      });
      child.on('close', (code, signal) => {
        const end = signal === null ? '' : `rxkube: ended by ${signal}\n`;
        resolve({ code: code ?? 1, output: text + end });
      });
    }),
  };
}

/** @param {string} results */
function count(results) {
  if (!existsSync(results)) return { passed: 0, failed: 0 };
  /** @type {{ readonly numPassedTests: number, readonly numFailedTests: number }} */
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));

  return { passed: numPassedTests, failed: numFailedTests };
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
