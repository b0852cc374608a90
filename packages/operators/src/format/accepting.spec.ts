import { type ApiRequest, listRequest, metadataOnly } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { things } from '../../../../test/laws/kube.js';
import { linesFormat } from '../../../../test/support/lines-format.js';
import { accepting } from './accepting.js';

const format = linesFormat();
const page = { at: 'latest', limit: 0 } as const;

function acceptOf({ headers }: ApiRequest): string | undefined {
  return headers['accept'];
}

describe('accepting', () => {
  it('asks for the format before JSON', () => {
    const request = listRequest({ resource: things }, page);

    expect(acceptOf(accepting(request, format))).toBe('application/vnd.lines, application/json');
    expect({ ...accepting(request, format), headers: request.headers }).toEqual(request);
  });

  it('asks for metadata alone in either before whole objects', () => {
    const partial = 'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

    expect(acceptOf(accepting(listRequest(metadataOnly(things), page), format))).toBe(
      `application/vnd.lines;${partial}, application/json;${partial}, application/json`,
    );
  });

  it('leaves a request alone where there is no format, or no choice', () => {
    const request = listRequest({ resource: things }, page);
    const other = { ...request, headers: {} };

    expect(accepting(request, undefined)).toBe(request);
    expect(accepting(other, format)).toBe(other);
  });
});
