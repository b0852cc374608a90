import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import { of } from 'rxjs';

import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';
import { bodyResponse, jsonResponse } from '../responses/response.js';
import { objectPath } from './openapi-v3.js';
import { protobufMessage } from './protobuf-message.js';

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
/** The field numbers of the messages, from OpenAPIv2.proto of gnostic. */
const FIELD = {
  document: { swagger: 1, paths: 8 },
  paths: { path: 2 },
  named: { name: 1, value: 2 },
  pathItem: { patch: 8 },
  operation: { parameters: 8, extension: 13 },
  parametersItem: { parameter: 1 },
  parameter: { nonBody: 2 },
  nonBody: { query: 3 },
  query: { in: 2, name: 4, type: 6 },
  any: { yaml: 2 },
} as const;

/**
 * Responds with the older form of OpenAPI, which clients before 1.27 read before they write. It
 * lists the kinds that can be patched, and says that a patch can be a dry run. It describes no
 * fields, so clients check none. Returns `undefined` for any other path.
 */
export function openApiV2Response(
  registry: ResourceRegistry,
  { path, headers }: Pick<ApiRequest, 'path' | 'headers'>,
): ApiResponse | undefined {
  if (path !== '/openapi/v2') return undefined;
  const all = registry.all();
  // Clients before 1.27 write `v2@v1.0`, which is not a valid media type of a response.
  const wantsProtobuf = headers['accept']?.includes('proto-openapi.spec.v2') === true;

  return wantsProtobuf
    ? bodyResponse(200, PROTOBUF, of(documentMessage(all)))
    : jsonResponse(200, {
        swagger: '2.0',
        info: { title: 'Kubernetes', version: 'unversioned' },
        paths: Object.fromEntries(
          all.map((served) => [
            objectPath(served),
            { patch: { parameters: [DRY_RUN], 'x-kubernetes-group-version-kind': kindOf(served) } },
          ]),
        ),
      });
}

const DRY_RUN = { name: 'dryRun', in: 'query', type: 'string' };

function documentMessage(all: readonly ServedResource[]): Uint8Array {
  const { document, paths } = FIELD;

  return protobufMessage([
    [document.swagger, '2.0'],
    [document.paths, protobufMessage(all.map((served) => [paths.path, pathMessage(served)]))],
  ]);
}

function pathMessage(served: ServedResource): Uint8Array {
  const { named, pathItem, operation, any } = FIELD;
  const extension = protobufMessage([
    [named.name, 'x-kubernetes-group-version-kind'],
    // JSON is also YAML.
    [named.value, protobufMessage([[any.yaml, JSON.stringify(kindOf(served))]])],
  ]);
  const patch = protobufMessage([
    [operation.parameters, parameterMessage()],
    [operation.extension, extension],
  ]);

  return protobufMessage([
    [named.name, objectPath(served)],
    [named.value, protobufMessage([[pathItem.patch, patch]])],
  ]);
}

function parameterMessage(): Uint8Array {
  const { parametersItem, parameter, nonBody, query } = FIELD;
  const dryRun = protobufMessage([
    [query.in, DRY_RUN.in],
    [query.name, DRY_RUN.name],
    [query.type, DRY_RUN.type],
  ]);

  return protobufMessage([
    [
      parametersItem.parameter,
      protobufMessage([[parameter.nonBody, protobufMessage([[nonBody.query, dryRun]])]]),
    ],
  ]);
}

function kindOf({ group, version, kind }: ServedResource): object {
  return { group, version, kind };
}
