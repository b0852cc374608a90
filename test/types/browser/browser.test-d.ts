import {
  type CacheSnapshot,
  type Pod,
  type Transport,
  fetchTransport,
  pods,
  snapshots,
} from 'rxkube';
import * as subpath from 'rxkube/browser';
// @ts-expect-error -- opens connections on Node
import { nodeTransport } from 'rxkube';
// @ts-expect-error -- opens connections on Node
import { watch } from 'rxkube';
// @ts-expect-error -- reads files on Node
import { kubeconfig } from 'rxkube';
import { type Observable } from 'rxjs';
import { describe, expectTypeOf, it } from 'vitest';

/** Nothing in this file runs. */
declare const transport: Transport;

describe('rxkube in a browser', () => {
  it('has the operators and the resources', () => {
    expectTypeOf(snapshots(transport, pods)).toEqualTypeOf<Observable<CacheSnapshot<Pod>>>();
  });

  it('is the subpath as well', () => {
    expectTypeOf(subpath.fetchTransport).toEqualTypeOf(fetchTransport);
    expectTypeOf(subpath).not.toHaveProperty('nodeTransport');
  });

  it('has no part of Node', () => {
    expectTypeOf([nodeTransport, watch, kubeconfig]).toBeArray();
  });
});
