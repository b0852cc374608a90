// Builds the control plane, or says in one line why it cannot, and then lets vitest run with the words given.
import { spawn } from 'node:child_process';

import { tool } from '../config/tools.mjs';
import { controlPlane } from './control-plane/build.mjs';

const { RXKUBE_CLUSTER, RXKUBE_CLUSTER_RELEASE } = process.env;

try {
  if (RXKUBE_CLUSTER !== 'kubeconfig') await controlPlane(RXKUBE_CLUSTER_RELEASE);
  const [file = '', ...words] = tool('vitest');
  const config = ['run', '--config', 'test/cluster/vitest.config.ts'];
  const child = spawn(file, [...words, ...config, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
