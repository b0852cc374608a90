import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { deployments, namespaces, pods } from '@rxkube/protocol';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Fence, fences } from '../docs/fences.js';
import { kubeconfigText } from '../support/kubeconfig-text.js';
import { root } from '../support/packages.js';

/** The address of `kubectl proxy`, which the documents use. */
const PROXY = 'http://127.0.0.1:8001';
/** The packages can be resolved from here, and Git ignores it. */
const FOLDER = join(root, 'test', 'fences', 'dist');
/** A line that shows more than the beginning of the first list. */
const RESULT = /^(?!listing\b).+$/mu;

const labels = { app: 'web' };
const spec = {
  replicas: 1,
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [] } },
};
const programs = fences().filter(isProgram);

describe('the programs in the documents', () => {
  let server: ApiServer;
  let url: string;

  beforeAll(async () => {
    server = createApiServer();
    server.store.create(namespaces, { metadata: { name: 'shop' } });
    server.store.create(pods, {
      metadata: { name: 'web-0', namespace: 'default', labels },
      spec: { containers: [{ name: 'main', image: 'main' }] },
      status: { phase: 'Running' },
    });
    const { metadata } = server.store.create(deployments, {
      metadata: { name: 'web', namespace: 'shop' },
      spec,
    });
    server.store.update(deployments, {
      metadata: { name: 'web', namespace: 'shop' },
      spec,
      status: {
        observedGeneration: Number(metadata.generation),
        availableReplicas: 1,
        updatedReplicas: 1,
      },
    });
    ({ url } = await server.listen());
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'kubeconfig'), kubeconfigText({ cluster: { server: url } }));
  });

  afterAll(async () => {
    await server.close();
    rmSync(FOLDER, { recursive: true, force: true });
  });

  it.each(programs.map((fence) => [`${fence.path}:${String(fence.line)}`, fence] as const))(
    'run against a server, as at %s',
    async (name, { code }) => {
      const file = join(FOLDER, `${name.replace(/[^\w]+/gu, '-')}.mjs`);
      writeFileSync(file, javaScriptOf(code).replaceAll(PROXY, url));
      const { output, errors } = await run(file);

      expect(errors).toBe('');
      expect(output).toMatch(RESULT);
    },
  );
});

/** Whether a fence is a whole program for Node that prints something. `test/browser` has programs for pages. */
function isProgram({ code, given }: Fence): boolean {
  return (
    given === '' &&
    /^import /mu.test(code) &&
    code.includes('console.log') &&
    !/^export /mu.test(code) &&
    !/from '(?:@rxkube\/fetch|rxkube\/browser)'/u.test(code)
  );
}

function javaScriptOf(code: string): string {
  return ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
}

/** Runs a module until it ends, or until it prints a result. */
function run(file: string): Promise<{ readonly output: string; readonly errors: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, KUBECONFIG: join(FOLDER, 'kubeconfig') };
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (RESULT.test(output)) child.kill();
    });
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    child.once('close', () => {
      resolve({ output, errors });
    });
  });
}
