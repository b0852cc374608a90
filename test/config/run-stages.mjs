import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

import { cache, root } from './root.mjs';
import { build, install } from './set-up.mjs';

/** @import { Stage } from './stages.mjs' */

/**
 * What a stage came to: `code` is its exit code; each test of vitest counts, any other stage counts as one.
 *
 * @typedef {{ readonly code: number, readonly passed: number, readonly failed: number }} Outcome
 */

/**
 * Runs the stages in turn, says how long each took, and ends with the line `N passed, N failed`.
 *
 * @param {readonly Stage[]} chosen
 * @param {boolean} [keepGoing] whether the stages after a failed one run too; default false
 * @returns {number} the exit code of the first stage that failed, else 0
 */
export function runStages(chosen, keepGoing = false) {
  const begin = performance.now();
  install();
  mkdirSync(cache, { recursive: true });
  let isBuilt = false;
  let code = 0;
  let passed = 0;
  let failed = 0;

  for (const stage of chosen) {
    if (code !== 0 && !keepGoing) break;
    const started = performance.now();
    console.log(`\n== ${stage.name}: ${stage.job}`);
    const outcome = runStage(stage, stage.built === true && !isBuilt);
    isBuilt ||= stage.built === true || stage.work === build;
    code ||= outcome.code;
    passed += outcome.passed;
    failed += outcome.failed;
    const how = outcome.code === 0 ? 'passed' : `failed with exit code ${String(outcome.code)}`;
    console.log(`== ${stage.name} ${how} after ${seconds(started)}`);
  }
  console.log(`\n${String(chosen.length)} stages, ${seconds(begin)}`);
  console.log(`${String(passed)} passed, ${String(failed)} failed`);

  return code;
}

/**
 * @param {Stage} stage
 * @param {boolean} buildFirst
 * @returns {Outcome}
 */
function runStage({ command = [], work, results }, buildFirst) {
  try {
    if (buildFirst) build();
    work?.();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);

    return { code: 1, passed: 0, failed: 1 };
  }
  if (work !== undefined) return { code: 0, passed: 1, failed: 0 };
  if (results !== undefined) rmSync(results, { force: true });
  const [file = '', ...args] = command;
  const { status, signal, error } = spawnSync(file, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) console.error(`rxkube: ${file} did not start: ${error.message}`);
  if (signal !== null) console.error(`rxkube: ended by ${signal}`);
  const code = status ?? 1;
  const { passed, failed } = results === undefined ? { passed: 1, failed: 0 } : count(results);
  if (code === 0) return { code, passed, failed };

  // Whatever ended it beside a failed test, the sum must not look like a success.
  return { code, passed: results === undefined ? 0 : passed, failed: Math.max(failed, 1) };
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
