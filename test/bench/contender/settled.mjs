import { setTimeout as pause } from 'node:timers/promises';

/** Bytes that are retained once everything is collected: those of the heap, and those beside it. */
export async function settled() {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await pause(10); // what ends with a finalizer ends in a turn of its own
  }
  const { heapUsed, external } = process.memoryUsage();

  return heapUsed + external;
}
