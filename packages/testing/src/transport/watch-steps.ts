import { frameOf } from '../building/frame-of.js';
import { type Step, cut, idle } from './timed-bytes.js';

/**
 * A step of a watch. A text is the short form of a document ({@link frameOf}), or one of these words:
 *
 * - `RST` resets the connection, and `FIN` closes it in the middle of the body.
 * - `END` ends the watch cleanly.
 *
 * A number waits for so many milliseconds, and an object is sent as one line of JSON. Raw text needs `bytesOf`.
 *
 * @since 0.1.0
 */
export type WatchStep = Step;

/**
 * Turns the steps of a watch into the steps of a body. The body stays open behind the last step, unless that is `END`.
 *
 * ```ts
 * response({ after: 5_000, body: watchSteps('+a@u1/11', 50, 'RST') });
 * ```
 *
 * @since 0.1.0
 */
export function watchSteps(...steps: readonly WatchStep[]): readonly Step[] {
  const end = steps.indexOf('END');

  return end < 0 ? [...steps.map(stepOf), idle] : steps.slice(0, end).map(stepOf);
}

function stepOf(step: WatchStep): Step {
  if (typeof step !== 'string') return step;
  if (step === 'RST') return cut('ECONNRESET');
  if (step === 'FIN') return cut('UND_ERR_SOCKET');

  return frameOf(step);
}
