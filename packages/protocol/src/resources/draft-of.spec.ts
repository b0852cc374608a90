import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { type KubeObject } from '../objects/object-meta.js';
import { type Deployment } from './apps/deployments.js';
import { draftOf } from './draft-of.js';

const deployment: Deployment = Object.freeze({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: Object.freeze({
    name: 'web',
    resourceVersion: '5',
    labels: Object.freeze({ app: 'web' }),
    managedFields: Object.freeze([{ manager: 'kubectl' }]),
  }),
  spec: Object.freeze({
    replicas: 1,
    selector: {},
    template: { spec: { containers: Object.freeze([{ name: 'main', image: 'web:1' }]) } },
  }),
});

describe('draftOf', () => {
  it('copies all but the managed fields', () => {
    const { managedFields, ...metadata } = deployment.metadata;

    expect(managedFields).toHaveLength(1);
    expect(draftOf(deployment)).toEqual({ ...deployment, metadata });
  });

  it('gives a copy that can change, and leaves the object as it is', () => {
    const before = JSON.stringify(deployment);
    const draft = draftOf(deployment);
    draft.spec.replicas = 3;
    draft.metadata.labels = { ...draft.metadata.labels, tier: 'front' };
    draft.spec.template.spec?.containers.push({ name: 'log' });

    expect(draft.spec.template.spec?.containers).toHaveLength(2);
    expect(JSON.stringify(deployment)).toBe(before);
  });

  it('does not read a getter of managed fields', () => {
    const metadata = Object.defineProperty({ name: 'a' }, 'managedFields', {
      enumerable: true,
      get: () => {
        throw new Error('read');
      },
    });

    expect(draftOf<KubeObject>({ metadata })).toEqual({ metadata: { name: 'a' } });
  });

  it('keeps null, a key that objects inherit, and values that have a class', () => {
    const when = new Date(0);
    const data = JSON.parse('{"__proto__":"x","none":null}') as object;
    const draft = draftOf({ metadata: { name: 'a' }, data, when });

    expect(JSON.stringify(draft.data)).toBe('{"__proto__":"x","none":null}');
    expect(draft.when).toBe(when);
  });

  it('copies objects of another realm', () => {
    const foreign = runInNewContext('({ metadata: { name: "a" }, spec: { list: [1] } })') as {
      readonly metadata: { readonly name: string };
      readonly spec: { readonly list: readonly number[] };
    };
    const draft = draftOf(foreign);
    draft.spec.list.push(2);

    expect(foreign.spec.list).toHaveLength(1);
  });
});
