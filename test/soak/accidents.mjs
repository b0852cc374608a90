/** @import { ApiServer, Fault } from '@rxkube/apiserver' */

/** @type {(request: { readonly query: Readonly<Record<string, string>> }) => boolean} */
const isWatch = ({ query }) => query['watch'] === 'true';

/** @type {(status: number, body?: string, headers?: Readonly<Record<string, string>>) => Fault} */
const refusal = (status, body = '', headers = {}) => ({
  answer: { status, body, headers },
  times: 5,
});

/**
 * The accidents of a soak. One happens every few seconds.
 *
 * @type {Readonly<Record<string, (server: ApiServer) => void>>}
 */
export const accidents = {
  'cut watches': (server) => {
    server.faults.cutWatches();
  },
  'ended watches': (server) => {
    server.faults.endWatches();
  },
  'lost history': (server) => {
    server.trimHistory();
    server.faults.cutWatches();
  },
  compaction: (server) => {
    server.compact();
    server.faults.cutWatches();
  },
  restart: (server) => {
    server.restart();
  },
  429: (server) => {
    server.faults.next(refusal(429, 'too many', { 'retry-after': '1' }));
    server.faults.cutWatches();
  },
  503: (server) => {
    server.faults.next(refusal(503));
    server.faults.cutWatches();
  },
  500: (server) => {
    server.faults.next(refusal(500, 'failed'));
    server.faults.cutWatches();
  },
  'a login page': (server) => {
    server.faults.next(refusal(200, '<html></html>', { 'content-type': 'text/html' }));
    server.faults.cutWatches();
  },
  'a redirect': (server) => {
    server.faults.next(refusal(302, '', { location: 'http://127.0.0.1:1/' }));
    server.faults.cutWatches();
  },
  garbage: (server) => {
    server.faults.next({
      when: isWatch,
      times: 5,
      garbage: { afterLines: 2, bytes: '{"type":}\n' },
    });
    server.faults.cutWatches();
  },
  'cut bodies': (server) => {
    server.faults.next({ times: 5, cut: { afterBytes: 1_000 } });
    server.faults.cutWatches();
  },
  'stalled bodies': (server) => {
    server.faults.next({ when: isWatch, times: 5, stall: { afterBytes: 0 } });
    server.faults.cutWatches();
  },
  'refused streaming lists': (server) => {
    server.faults.next({
      when: ({ query }) => query['sendInitialEvents'] === 'true',
      times: 2,
      answer: { status: 429, headers: { 'retry-after': '1' } },
    });
    server.faults.cutWatches();
  },
};
