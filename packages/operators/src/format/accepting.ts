import { type ApiRequest } from '@rxkube/protocol';

import { type Format } from './format.js';

/** A request that asks for a format before JSON. The server answers in the first one that it knows. */
export function accepting(request: ApiRequest, format: Format | undefined): ApiRequest {
  const { accept } = request.headers;
  if (format === undefined || accept === undefined) return request;
  // The first of several is the form that is wanted; the others are for servers that do not know it.
  const [wanted = ''] = accept.split(',');
  const first = wanted.trim().replace('application/json', format.mediaType);

  return { ...request, headers: { ...request.headers, accept: `${first}, ${accept}` } };
}
