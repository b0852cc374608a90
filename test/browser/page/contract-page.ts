import { fetchTransport } from '@rxkube/fetch';

import { type Origin, promises } from '../../http/contract/promises.js';

declare global {
  /** Runs one control of the API server, from the page. Playwright passes the call on. */
  var controlOrigin: (name: keyof Origin, args: readonly unknown[]) => Promise<unknown>;
  /** Keeps one promise of the contract. */
  var keepPromise: (title: string) => Promise<void>;
}

const control =
  (name: keyof Origin) =>
  (...args: readonly unknown[]): Promise<never> =>
    globalThis.controlOrigin(name, args) as Promise<never>;

const origin: Origin = {
  create: control('create'),
  textOf: control('textOf'),
  watchers: control('watchers'),
  requests: control('requests'),
  endWatches: control('endWatches'),
  cutWatches: control('cutWatches'),
  cutNext: control('cutNext'),
};

globalThis.keepPromise = async (title) => {
  const promise = promises.find((each) => each.title === title);
  if (promise === undefined) throw new Error(`there is no promise "${title}"`);
  await promise.keep({ origin, transport: fetchTransport({ baseUrl: '/k8s' }) });
};
