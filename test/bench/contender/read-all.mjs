import { settled } from './settled.mjs';
import { usage } from './usage.mjs';

/** @import { Handle } from './job.mjs' */

/**
 * Milliseconds of CPU to read every object once, and to parse the same objects from text.
 *
 * @param {Handle} handle
 */
export async function readAll({ objects }) {
  if (objects === undefined) return undefined;
  await settled();
  const began = usage().cpuMs;
  const read = Array.from(objects());
  const readMs = usage().cpuMs - began;
  const texts = read.map((object) => JSON.stringify(object));
  await settled();
  const again = usage().cpuMs;
  const parsed = texts.map((text) => JSON.parse(text));
  const parseMs = usage().cpuMs - again;

  return { count: parsed.length, readMs, parseMs };
}
