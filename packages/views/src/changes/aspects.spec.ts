import { describe, expect, it } from 'vitest';

import * as aspects from './aspects.js';

const object = {
  metadata: {
    name: 'a',
    generation: 2,
    resourceVersion: '7',
    labels: { app: 'x' },
    annotations: { one: '1', two: '2' },
    finalizers: ['f'],
  },
  spec: { replicas: 1 },
  status: { ready: true },
};

describe('aspects', () => {
  it('are parts of an object', () => {
    expect(aspects.labels(object)).toEqual({ app: 'x' });
    expect(aspects.annotations('two', 'three')(object)).toEqual(['2', undefined]);
    expect(aspects.finalizers(object)).toEqual(['f']);
    expect(aspects.deletion(object)).toBeUndefined();
    expect(aspects.version(object)).toBe('7');
    expect(aspects.spec(object)).toEqual({ replicas: 1 });
    expect(aspects.status(object)).toEqual({ ready: true });
    expect(aspects.any(aspects.version, aspects.finalizers)(object)).toEqual(['7', ['f']]);
  });

  it('take the version for the generation of an object without one, and notice its deletion', () => {
    expect(aspects.generation(object)).toEqual([2, undefined]);
    expect(
      aspects.generation({ metadata: { name: 'a', resourceVersion: '7', deletionTimestamp: 't' } }),
    ).toEqual(['7', 't']);
  });
});
