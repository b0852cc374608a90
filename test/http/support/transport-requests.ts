import { type ApiResponse, type Transport } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import { type Observable, firstValueFrom, map, reduce, switchMap } from 'rxjs';

/** A list of pods, with whatever a test wants to be different. */
export function listOf(fields: Partial<ApiRequest> = {}): ApiRequest {
  return {
    method: 'GET',
    path: '/api/v1/pods',
    query: {},
    headers: { accept: 'application/json' },
    ...fields,
  };
}

/** A watch of pods, told apart by its version. */
export function watchFrom(version: string): ApiRequest {
  return listOf({ query: { watch: 'true', resourceVersion: version } });
}

/** A response with its whole body as text. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export function whole(source: Observable<ApiResponse>): Observable<WholeAnswer> {
  return source.pipe(
    switchMap((response) =>
      response.body.pipe(
        reduce((bytes, chunk) => Buffer.concat([bytes, chunk]), Buffer.alloc(0)),
        map((bytes) => ({
          status: response.status,
          headers: response.headers,
          text: bytes.toString('utf8'),
        })),
      ),
    ),
  );
}

export async function ask(transport: Transport, request = listOf()): Promise<WholeAnswer> {
  return firstValueFrom(whole(transport(request)));
}

/** The error of a request. A success fails the test. */
export async function failureOf(transport: Transport, request = listOf()): Promise<unknown> {
  try {
    await ask(transport, request);
  } catch (error) {
    return error;
  }
  throw new Error('the request succeeded');
}

/** The texts of a body as they come. */
export function texts(source: Observable<ApiResponse>): Observable<string> {
  return source.pipe(
    switchMap((response) => response.body),
    map((chunk) => Buffer.from(chunk).toString('utf8')),
  );
}
