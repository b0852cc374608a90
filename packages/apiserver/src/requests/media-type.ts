import { type ApiRequest } from '@rxkube/protocol';

/** Returns the content type of a request without its parameters, or `''` if there is none. */
export function mediaTypeOf({ headers }: Pick<ApiRequest, 'headers'>): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');

  return type.trim().toLowerCase();
}
