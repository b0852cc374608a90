import { type ApiRequest } from '@rxkube/protocol';

import { type Format } from './format.js';

/** Makes a request for a format before JSON. The server responds in the first format that it knows. */
export function accepting(request: ApiRequest, format: Format | undefined): ApiRequest {
  const { accept } = request.headers;
  if (format === undefined || accept === undefined) return request;
  // The first media type is the preferred one. The others are for servers that do not know it.
  const [wanted = ''] = accept.split(',');
  const first = wanted.trim().replace('application/json', format.mediaType);

  return { ...request, headers: { ...request.headers, accept: `${first}, ${accept}` } };
}
