// Prints how many files and calls four events pass through: `node test/bench/walks.mjs [--root DIR] [--functions]`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    /** Another work tree of this repository, with its packages installed. */
    root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    /** Whether each function is printed with its file. */
    functions: { type: 'boolean', default: false },
  },
});

for (const walk of ['event', 'page', 'expired', 'put']) {
  const { status } = spawnSync(
    process.execPath,
    [
      '--conditions=@rxkube/source',
      fileURLToPath(new URL('walks/main.mjs', import.meta.url)),
      walk,
      values.root,
      ...(values.functions ? ['--functions'] : []),
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
