// npm run bench: rxkube beside the floor and beside other clients, in one run. See README.md.
import { bench } from './bench.mjs';
import { USAGE, optionsOf } from './options.mjs';
import { profile } from './profile/profile.mjs';

const words = process.argv.slice(2);

// A contender must not outlive the bench, or it would retry its server for ever.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    process.exit(1);
  });
}

if (words.includes('--help')) console.log(USAGE);
else {
  try {
    const options = optionsOf(words);
    if (options.profile === undefined) await bench(options);
    else await profile(options.profile, options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
