import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

/** Bundles a program of this directory from the sources, so that Node runs it without a test runner around. */
export async function bundledProgram(name: string, directory: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@rxkube/source'] } },
    build: {
      ssr: fileURLToPath(new URL(name, import.meta.url)),
      outDir: directory,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });

  return `${directory}/program.mjs`;
}

/** Runs a program of Node to its end, and gives what it printed. */
export async function output(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { timeout: 20_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
    });
  });
}
