import { invalidArgument } from '@rxkube/protocol';

/** Takes the place of `listenHttp` in a bundle for browsers, which cannot open a port. */
export function listenHttp(): Promise<never> {
  return Promise.reject(
    invalidArgument('listen', 'needs Node, because a browser cannot open a port; use transport()'),
  );
}
