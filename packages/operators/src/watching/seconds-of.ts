import { invalidArgument } from '@rxkube/protocol';

/** With the client's own grace, about as long as a timer can hold. Seconds, 24 days. */
const LONGEST = 24 * 24 * 60 * 60;

/**
 * Draws one lifetime of a watch, and looks at it: a timer would take a longer one for none.
 *
 * @throws ProtocolError `invalidArgument` of `lifetime`.
 */
export function secondsOf(lifetime: () => number): number {
  if (typeof lifetime !== 'function') {
    throw invalidArgument('lifetime', 'pass a function that gives seconds, such as () => 240');
  }
  const seconds = lifetime();
  if (!(seconds >= 1 && seconds <= LONGEST)) {
    throw invalidArgument(
      'lifetime',
      `${String(seconds)} is no lifetime; give 1 to ${String(LONGEST)} seconds`,
    );
  }

  return seconds;
}
