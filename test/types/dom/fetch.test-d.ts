import { fetchTransport } from '@rxkube/fetch';

/** Nothing in this file runs. It is compiled with the types of a browser, against the published declarations. */
export const withGlobal = fetchTransport({ baseUrl: '/k8s', fetch });

export const withOwn = fetchTransport({
  baseUrl: '/k8s',
  fetch: async (url, init) => fetch(url, { ...init, mode: 'cors' }),
});

export const withPromise = fetchTransport({
  baseUrl: '/k8s',
  headers: () => Promise.resolve({ authorization: 'Bearer 1' }),
});

// @ts-expect-error -- an address is needed
export const withoutAddress = fetchTransport({});
