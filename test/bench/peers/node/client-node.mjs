/** @import { Handle, Job, Start } from '../../contender/job.mjs' */
/** @import { Progress } from '../../contender/progress.mjs' */

// Named at run time: the tests have a copy of their own, and the bench installs this one when it runs.
const name = '@kubernetes/client-node';
const { CoreV1Api, KubeConfig, makeInformer } = await import(name);

/** @typedef {{ readonly metadata: import('../../payload/kind.mjs').Metadata }} Pod */

/** @type {Readonly<Record<string, Start>>} */
export const variants = { informer };

/**
 * @param {Job} job
 * @param {Progress} progress
 * @returns {Promise<Handle>}
 */
async function informer({ url }, progress) {
  const config = new KubeConfig();
  config.loadFromOptions({
    // It accepts http only if the TLS check is turned off.
    clusters: [{ name: 'bench', server: url, skipTLSVerify: true }],
    users: [{ name: 'bench' }],
    contexts: [{ name: 'bench', cluster: 'bench', user: 'bench' }],
    currentContext: 'bench',
  });
  const api = config.makeApiClient(CoreV1Api);
  const pods = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
  pods.on('add', (/** @type {Pod} */ { metadata }) => {
    if (progress.listed.isPast) progress.applied(metadata);
    else progress.item();
  });
  pods.on('update', (/** @type {Pod} */ { metadata }) => {
    progress.applied(metadata);
  });
  pods.on('delete', (/** @type {Pod} */ { metadata }) => {
    progress.applied(metadata);
  });
  await pods.start();

  return {
    versions: () => pods.list().map(entryOf),
    objects: () => pods.list(),
  };
}

/** @param {Pod} pod */
function entryOf({ metadata: { namespace, name, resourceVersion } }) {
  return [`${namespace}/${name}`, resourceVersion];
}
