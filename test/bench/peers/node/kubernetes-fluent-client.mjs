import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @import { Handle, Job, Start } from '../../contender/job.mjs' */
/** @import { Progress } from '../../contender/progress.mjs' */

// Named at run time: the bench installs it when it runs.
const name = 'kubernetes-fluent-client';
const { K8s, kind } = await import(name);

/** @typedef {{ readonly metadata: import('../../payload/kind.mjs').Metadata }} Pod */

/** @type {Readonly<Record<string, Start>>} */
export const variants = { watch };

/**
 * Its cache is private, so what is checked is what its events say.
 *
 * @param {Job} job
 * @param {Progress} progress
 * @returns {Promise<Handle>}
 */
async function watch({ url }, progress) {
  process.env['KUBECONFIG'] = kubeconfig(url);
  /** @type {Map<string, string>} */
  const versions = new Map();
  const watcher = K8s(kind.Pod).Watch(
    (/** @type {Pod} */ { metadata }, /** @type {string} */ phase) => {
      const key = `${metadata.namespace}/${metadata.name}`;
      if (phase === 'DELETED') versions.delete(key);
      else versions.set(key, metadata.resourceVersion);
      if (progress.listed.isPast) progress.applied(metadata);
      else progress.item();
    },
  );
  await watcher.start();

  return { versions: () => versions };
}

/** @param {string} server */
function kubeconfig(server) {
  const folder = mkdtempSync(join(tmpdir(), 'rxkube-bench-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'config');
  const all = { name: 'bench' };
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ ...all, cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ ...all, user: {} }],
      contexts: [{ ...all, context: { cluster: 'bench', user: 'bench' } }],
      'current-context': 'bench',
    }),
  );

  return file;
}
