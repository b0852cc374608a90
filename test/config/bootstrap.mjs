// The entry of `npm start` and `npm test`, which need Node and npm only. It checks the version of Node before it loads
// anything newer.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [command = '', ...words] = process.argv.slice(2);

if (major > 20 || (major === 20 && minor >= 19)) {
  try {
    const { install } = await import('./install.mjs');
    install();
    const { start, test } = await import('./commands.mjs');
    await (command === 'start' ? start(words) : test(words));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
} else {
  fail(`rxkube needs Node 20.19 or newer, got ${process.version}.`);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  if (command === 'test') console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}
