// The entry of every script in package.json. It says so where Node is too old, before anything newer is loaded.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  try {
    const { run } = await import('./commands.mjs');
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else {
  console.error(`rxkube needs Node 20.19 or newer; this is ${process.version}.`);
  process.exitCode = 1;
}
