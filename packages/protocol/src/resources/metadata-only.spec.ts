import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';

import { KubeObject } from '../objects/object-meta.js';
import { resource } from './resource.js';
import { metadataOnly } from './metadata-only.js';
import { pods } from './core/pods.js';

describe('metadataOnly', () => {
  it('is all objects of the resource, asked for by their metadata', () => {
    expect(metadataOnly(pods)).toEqual({ resource: pods, metadataOnly: true });
  });

  it('leaves out a codec, which would miss the rest of the object', () => {
    const codec = t.intersection([KubeObject, t.type({ spec: t.UnknownRecord })]);
    const widgets = resource({ ...pods, codec });

    expect(metadataOnly(widgets).resource.codec).toBeUndefined();
    expect(widgets.codec).toBe(codec);
  });
});
