import {
  type ListFields,
  type Rule,
  type Step,
  configMap,
  cut,
  frame,
  idle,
  listAnswer,
  onList,
  onWatch,
  answer,
} from '@rxkube/testing';

/**
 * A word of a script, as the field cases are written: `+a@u1/11`, `~a@u1/12`, `-a@u1/13`, `BM/20`, `BMend/20`,
 * `ERR(410,Expired)`, `RST`, `FIN`, `END`, `IDLE`. Numbers wait so many milliseconds; all else is a step as it is.
 */
export type Word = Step;

/** A watch that stays open behind its last word, unless that is an end. */
export function WATCH(...words: readonly Word[]): Rule {
  return onWatch(answer({ body: steps(words) }));
}

/** Every further watch, told the same. */
export function WATCHES(...words: readonly Word[]): Rule {
  return onWatch(answer({ body: steps(words) }), Infinity);
}

/** One answer to a list. */
export function LIST(version: string | undefined, objects: string, fields?: ListFields): Rule {
  return onList(listAnswer(version, objectsOf(objects), fields));
}

/** The same answer to every further list. */
export function LISTS(version: string, objects: string): Rule {
  return onList(listAnswer(version, objectsOf(objects)), Infinity);
}

/** The steps that words stand for. */
export function steps(words: readonly Word[]): readonly Step[] {
  const last = words.at(-1);
  const body = words.filter((word) => word !== 'END').map(step);

  return last === 'END' || last === 'RST' || last === 'FIN' ? body : [...body, idle];
}

/** The objects of a list, in short forms with spaces between. */
export function objectsOf(words: string): ReturnType<typeof configMap>[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => configMap(word));
}

function step(word: Word): Step {
  if (typeof word !== 'string') return word;
  const error = /^ERR\((\d+),(\w*)\)$/u.exec(word);
  if (error !== null) return frame.error(Number(error[1]), error[2] ?? '');
  if (word === 'RST') return cut('ECONNRESET');
  if (word === 'FIN') return cut('UND_ERR_SOCKET');
  if (word === 'IDLE') return idle;
  const [sign, rest] = [word.slice(0, 1), word.slice(1)];
  if (word.startsWith('BMend/')) {
    return frame.bookmark(word.slice('BMend/'.length), { 'k8s.io/initial-events-end': 'true' });
  }
  if (word.startsWith('BM/')) return frame.bookmark(word.slice('BM/'.length));
  if (sign === '+') return frame.added(configMap(rest));
  if (sign === '~') return frame.modified(configMap(rest));
  if (sign === '-') return frame.deleted(configMap(rest));
  throw new Error(`"${word}" is no word of a script`);
}
