import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import { of } from 'rxjs';

import { answer, jsonAnswer } from './answer.js';

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
/** A document that says its version (field 1: `2.0`), and describes nothing. */
const EMPTY = Uint8Array.of(0x0a, 3, 0x32, 0x2e, 0x30);

/**
 * Answers the older form of OpenAPI, which clients before 1.27 want to have before they apply anything: a document
 * that knows no kind, so they check none. `undefined` for any other path.
 */
export function openApiV2Answer({ path, headers }: ApiRequest): ApiResponse | undefined {
  if (path !== '/openapi/v2') return undefined;
  // Clients before 1.27 write `v2@v1.0`, which is no media type that an answer could have.
  const wantsProtobuf = headers['accept']?.includes('proto-openapi.spec.v2') === true;

  return wantsProtobuf
    ? answer(200, PROTOBUF, of(EMPTY))
    : jsonAnswer(200, {
        swagger: '2.0',
        info: { title: 'Kubernetes', version: 'unversioned' },
        paths: {},
      });
}
