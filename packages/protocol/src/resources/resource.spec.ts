import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';

import { type ObjectMeta } from '../objects/object-meta.js';
import { type Resource, apiVersionOf, resource } from './resource.js';

const fields = {
  group: 'example.com',
  version: 'v1alpha1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
};

interface Widget {
  readonly metadata: ObjectMeta;
}

describe('resource', () => {
  it('is its fields, codec included', () => {
    const codec = {
      name: 'Widget',
      decode: t.success,
      validate: t.success,
    } as unknown as t.Decoder<unknown, Widget>;

    expect(resource({ ...fields, codec })).toEqual({ ...fields, codec });
    expect(resource({ ...fields, codec }).codec).toBe(codec);
  });

  it.each(['', 'apps', 'networking.k8s.io', 'a-b.c0'])('takes the group %o', (group) => {
    expect(resource({ ...fields, group }).group).toBe(group);
  });

  it.each([
    ['group', ['/apis', 'Apps', 'a/b', '.a', 'a ', '..', undefined, null]],
    ['version', ['', 'V1', 'v1/', 'apps/v1', '-v1', undefined, 1]],
    ['plural', ['', 'Pods', 'pods/status', '../nodes', 'pods?', undefined]],
    ['kind', ['', 'pod list', '1Pod', 'Pod/Status', undefined, null]],
    ['namespaced', [undefined, 'true', 0]],
  ])('refuses a %s that no server has, and names it', (field, values) => {
    for (const value of values) {
      const wrong = { ...fields, [field]: value } as unknown as Resource<Widget>;

      expect(() => resource(wrong)).toThrow(
        expect.objectContaining({ _tag: 'ProtocolError', rule: 'invalidArgument', field }),
      );
    }
  });
});

describe('apiVersionOf', () => {
  it('is the version alone in the core group', () => {
    expect(apiVersionOf({ ...fields, group: '', version: 'v1' })).toBe('v1');
    expect(apiVersionOf(fields)).toBe('example.com/v1alpha1');
  });
});
