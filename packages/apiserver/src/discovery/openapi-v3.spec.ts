import { deployments } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { widgetDefinition } from '../../../../test/support/widget-definition.js';
import { customDefinition } from '../resources/custom-definition.js';
import { ResourceRegistry } from '../resources/resource-registry.js';
import { openApiDocument } from './openapi-v3.js';

const registry = new ResourceRegistry([]);

describe('openApiDocument', () => {
  it('leads to one document per group and version', () => {
    expect(openApiDocument(registry, '/openapi/v3')).toMatchObject({
      paths: {
        'api/v1': { serverRelativeURL: '/openapi/v3/api/v1' },
        'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1' },
      },
    });
  });

  it('says of each kind how it can be patched', () => {
    const { group, version, kind } = deployments;

    expect(openApiDocument(registry, '/openapi/v3/apis/apps/v1')).toMatchObject({
      openapi: '3.0.0',
      paths: {
        '/apis/apps/v1/namespaces/{namespace}/deployments/{name}': {
          patch: {
            parameters: expect.arrayContaining([
              expect.objectContaining({ name: 'dryRun', in: 'query' }),
              expect.objectContaining({ name: 'fieldValidation', in: 'query' }),
            ]) as unknown,
            'x-kubernetes-group-version-kind': { group, version, kind },
          },
        },
      },
    });
    expect(openApiDocument(registry, '/openapi/v3/api/v1')).toHaveProperty([
      'paths',
      '/api/v1/nodes/{name}',
    ]);
  });

  it('describes the fields of a custom resource as its definition does', () => {
    const schema = { type: 'object', properties: { spec: { type: 'object' } } };
    const served = customDefinition(widgetDefinition({ schema: { openAPIV3Schema: schema } }));
    const own = new ResourceRegistry([]);
    if (served !== undefined) own.add(served);

    expect(openApiDocument(own, '/openapi/v3/apis/example.com/v1')).toMatchObject({
      components: {
        schemas: {
          'com.example.v1.Widget': {
            properties: { metadata: { type: 'object' }, spec: { type: 'object' } },
            'x-kubernetes-group-version-kind': [
              { group: 'example.com', version: 'v1', kind: 'Widget' },
            ],
          },
        },
      },
    });
  });

  it.each(['/openapi/v3/apis/example.com/v1', '/openapi/v2', '/openapi/v3/', '/api'])(
    'has nothing to say about %s',
    (path) => {
      expect(openApiDocument(registry, path)).toBeUndefined();
    },
  );
});
