import { createApiServer, type ApiServer, type ApiServerOptions } from '@rxkube/apiserver';
import { type ApiRequest, requestTarget } from '@rxkube/protocol';
import { concatMap, firstValueFrom, map, reduce } from 'rxjs';

/** A response with its whole body. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** One way to a server: asks once and waits for the end of the body. */
export interface Carrier {
  readonly server: ApiServer;
  readonly ask: (
    path: string,
    query?: Readonly<Record<string, string>>,
    more?: Partial<ApiRequest>,
  ) => Promise<WholeAnswer>;
  readonly close: () => Promise<void>;
}

/** The two ways, each with a server of its own. */
export const carriers: Readonly<
  Record<'http' | 'transport', (options?: ApiServerOptions) => Promise<Carrier>>
> = {
  http: async (options) => {
    const server = createApiServer(options);
    const { url } = await server.listen();

    return {
      server,
      close: () => server.close(),
      ask: async (path, query = {}, more = {}) => {
        const request = requestOf(path, query, more);
        const response = await fetch(`${url}${requestTarget(request)}`, {
          method: request.method,
          headers: request.headers,
          ...(request.body !== undefined && { body: request.body }),
        });

        return {
          status: response.status,
          headers: new Map(response.headers.entries()),
          text: await response.text(),
        };
      },
    };
  },
  transport: (options) => {
    const server = createApiServer(options);
    const transport = server.transport();

    return Promise.resolve({
      server,
      close: () => server.close(),
      ask: (path, query = {}, more = {}) =>
        firstValueFrom(
          transport(requestOf(path, query, more)).pipe(
            concatMap(({ status, headers, body }) =>
              body.pipe(
                reduce((all, chunk) => Buffer.concat([all, chunk]), Buffer.alloc(0)),
                map((all) => ({ status, headers, text: all.toString() })),
              ),
            ),
          ),
        ),
    });
  },
};

function requestOf(
  path: string,
  query: Readonly<Record<string, string>>,
  more: Partial<ApiRequest>,
): ApiRequest {
  return { method: 'GET', path, query, headers: {}, ...more };
}
