import { DEFINITIONS, SECRETS, WIDGETS, secret } from '../drafts.js';
import {
  type Scenario,
  cut,
  ended,
  frames,
  get,
  post,
  proceed,
  remove,
  silent,
  stall,
  until,
  watch,
} from '../scenario.js';

/** Bytes of a secret that does not come in one piece. */
const LARGE = 200_000;
/** So many of twice that size are more than the sockets and the queues of a watch can hold. */
const MANY = 60;

/** A resource of each scenario's own, since a watch cache is filled once. */
const HELD = 'gizmos-<ns>';
const HELD_PATH = WIDGETS.replace('widgets', HELD);

function large(name: string, bytes: number): object {
  return secret(name, {}, Buffer.alloc(bytes).toString('base64'));
}

/** Section 3.1 of the server behaviour: servers in trouble, slow watchers and cuts. */
export const endingScenarios: readonly Scenario[] = [
  {
    name: 'a watch cache that is not ready',
    rows: ['3.1 E8', '3.6', '2.6 not ready'],
    steps: [
      { do: 'hold', plural: HELD },
      get(HELD_PATH),
      get(`${HELD_PATH}?resourceVersion=0`),
      get(`${HELD_PATH}?labelSelector=a`),
      get(`${HELD_PATH}?watch=true&resourceVersion=1`),
      { do: 'release' },
      until(HELD_PATH, 200),
      get(HELD_PATH),
      silent(remove(`${DEFINITIONS}/${HELD}.parity.example.com`)),
    ],
  },
  {
    name: 'a watch cache that begins again',
    rows: ['3.1 E15', '6.8'],
    steps: [
      post(SECRETS, secret('a'), 'a'),
      watch('w', `${SECRETS}?watch=true&resourceVersion=<a.rv>`),
      post(SECRETS, secret('b'), 'b'),
      frames('w', 1),
      { do: 'restart caches' },
      ended('w'),
      until(SECRETS, 200),
      watch('old', `${SECRETS}?watch=true&resourceVersion=<b.rv>`),
      ended('old'),
      get(SECRETS, 'now'),
      watch('new', `${SECRETS}?watch=true&resourceVersion=<now.rv>`),
      post(SECRETS, secret('c')),
      frames('new', 1),
    ],
  },
  {
    name: 'a reader that does not read',
    rows: ['3.1 E13', '3.7'],
    steps: [
      get(SECRETS, 'now'),
      watch('w', `${SECRETS}?watch=true&resourceVersion=<now.rv>`),
      stall('w'),
      ...Array.from({ length: MANY }, (_, index) =>
        silent(post(SECRETS, large(`n-${String(index)}`, 2 * LARGE))),
      ),
      proceed('w'),
      ended('w'),
    ],
  },
  {
    name: 'a watch that is cut in the middle of an object',
    rows: ['3.1 E16'],
    steps: [
      get(SECRETS, 'now'),
      watch('w', `${SECRETS}?watch=true&resourceVersion=<now.rv>`),
      cut('w', 1),
      post(SECRETS, secret('a'), 'a'),
      frames('w', 1),
      silent(post(SECRETS, large('b', LARGE))),
      ended('w'),
      watch('again', `${SECRETS}?watch=true&resourceVersion=<a.rv>`),
      frames('again', 1),
    ],
  },
  {
    name: 'a server that shuts down',
    rows: ['3.1 E10', '3.1 E11', '6.8'],
    steps: [
      get(SECRETS, 'now'),
      watch('w', `${SECRETS}?watch=true&resourceVersion=<now.rv>`),
      post(SECRETS, secret('a')),
      frames('w', 1),
      { do: 'shut down' },
      ended('w'),
      get(SECRETS),
      get(`${WIDGETS}?watch=true`),
      post(SECRETS, secret('b')),
    ],
  },
];
