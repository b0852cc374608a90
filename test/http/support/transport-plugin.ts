import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const apiVersion = 'client.authentication.k8s.io/v1';

/** A credential plugin in a directory of a test: a program that prints what the test wants. */
export interface TestPlugin {
  /** The `exec` of a kubeconfig that names it. */
  readonly exec: Readonly<Record<string, unknown>>;
  /** Sets its outputs: each run prints the next one, and the last one repeats. */
  readonly print: (...statuses: readonly Readonly<Record<string, unknown>>[]) => void;
  /** How often it ran. */
  readonly runs: () => number;
}

export function testPlugin(directory: string): TestPlugin {
  const [program, answer, runs] = ['plugin', 'answer', 'runs'].map((name) => join(directory, name));
  const files = { program: program ?? '', answer: answer ?? '', runs: runs ?? '' };
  writeFileSync(
    files.program,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync(${JSON.stringify(files.runs)}, '.');
const { from, answers } = JSON.parse(readFileSync(${JSON.stringify(files.answer)}, 'utf8'));
const run = readFileSync(${JSON.stringify(files.runs)}).length - from - 1;
process.stdout.write(JSON.stringify(answers[Math.min(run, answers.length - 1)]));
`,
  );
  chmodSync(files.program, 0o755);

  const runsSoFar = (): number => (existsSync(files.runs) ? readFileSync(files.runs).length : 0);

  return {
    exec: { apiVersion, command: files.program, interactiveMode: 'Never' },
    print: (...statuses) => {
      const answers = statuses.map((status) => ({ kind: 'ExecCredential', apiVersion, status }));
      writeFileSync(files.answer, JSON.stringify({ from: runsSoFar(), answers }));
    },
    runs: runsSoFar,
  };
}
