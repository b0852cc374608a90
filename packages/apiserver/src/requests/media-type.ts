import { type ApiRequest } from '@rxkube/protocol';

/** The form of a request's body, without its parameters; `''` where nothing is said. */
export function mediaTypeOf({ headers }: ApiRequest): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');

  return type.trim().toLowerCase();
}
