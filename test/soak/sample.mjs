/**
 * The resources that a process holds.
 *
 * @typedef {object} Sample
 * @property {number} seconds since the start
 * @property {number} heap bytes behind a garbage collection
 * @property {number} sockets
 * @property {number} timers
 * @property {number} listeners of the process, and of one socket
 */

/**
 * Looks at this process. Needs `--expose-gc`.
 *
 * @param {number} seconds
 * @returns {Promise<Sample>}
 */
export async function sample(seconds) {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('start node with --expose-gc');
  gc();
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  const resources = process.getActiveResourcesInfo();
  const sockets = openSockets();

  return {
    seconds,
    heap: process.memoryUsage().heapUsed,
    sockets: sockets.length,
    timers: resources.filter((name) => name === 'Timeout').length,
    listeners: listenersOf(process) + Math.max(0, ...sockets.map(listenersOf)),
  };
}

/** @returns {NodeJS.EventEmitter[]} */
function openSockets() {
  // Not public, but nothing public gives the sockets themselves.
  const handles = /** @type {{ _getActiveHandles: () => object[] }} */ (
    /** @type {unknown} */ (process)
  )._getActiveHandles();

  return /** @type {NodeJS.EventEmitter[]} */ (
    handles.filter(
      (handle) =>
        handle.constructor.name === 'Socket' &&
        'remotePort' in handle &&
        handle.remotePort !== undefined,
    )
  );
}

/** @param {NodeJS.EventEmitter} emitter */
function listenersOf(emitter) {
  return emitter
    .eventNames()
    .map((name) => emitter.listenerCount(name))
    .reduce((sum, count) => sum + count, 0);
}
