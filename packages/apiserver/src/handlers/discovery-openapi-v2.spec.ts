import { reduce } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { openApiV2Answer } from './discovery-openapi-v2.js';

function ask(path: string, accept?: string): string | undefined {
  let text: string | undefined;
  openApiV2Answer({
    method: 'GET',
    path,
    query: {},
    headers: accept === undefined ? {} : { accept },
  })
    ?.body.pipe(reduce((sum, bytes) => sum + new TextDecoder().decode(bytes), ''))
    .subscribe((all) => {
      text = all;
    });

  return text;
}

describe('openApiV2Answer', () => {
  it('describes nothing, as JSON or as protobuf', () => {
    expect(JSON.parse(ask('/openapi/v2') ?? '')).toMatchObject({ swagger: '2.0', paths: {} });
    expect(ask('/openapi/v2', 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf')).toBe(
      '\n\u00032.0',
    );
  });

  it('is silent about any other path', () => {
    expect(ask('/openapi/v3')).toBeUndefined();
  });
});
