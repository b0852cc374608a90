import { reduce } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { ResourceRegistry } from '../resources/resource-registry.js';
import { openApiV2Response } from './openapi-v2.js';

const registry = new ResourceRegistry([]);

function ask(path: string, accept?: string): string | undefined {
  let text: string | undefined;
  openApiV2Response(registry, { path, headers: accept === undefined ? {} : { accept } })
    ?.body.pipe(reduce((sum, bytes) => sum + new TextDecoder().decode(bytes), ''))
    .subscribe((all) => {
      text = all;
    });

  return text;
}

describe('openApiV2Response', () => {
  it('says of each kind that a patch can be a dry run', () => {
    expect(JSON.parse(ask('/openapi/v2') ?? '')).toMatchObject({
      swagger: '2.0',
      paths: {
        '/apis/apps/v1/namespaces/{namespace}/deployments/{name}': {
          patch: {
            parameters: [{ name: 'dryRun', in: 'query' }],
            'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: 'Deployment' },
          },
        },
      },
    });
  });

  it('says the same as protobuf', () => {
    const said = ask('/openapi/v2', 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf');

    expect(said?.slice(0, 6)).toBe('\n\u00032.0B');
    expect(said).toContain('\u0012\u0005query"\u0006dryRun2\u0006string');
    expect(said).toContain('{"group":"apps","version":"v1","kind":"Deployment"}');
  });

  it('is silent about any other path', () => {
    expect(ask('/openapi/v3')).toBeUndefined();
  });
});
