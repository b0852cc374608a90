import { type ApiRequest, type KubeObject } from '@rxkube/protocol';
import { type NodeTransport } from '@rxkube/undici';
import { firstValueFrom, map, switchMap, toArray } from 'rxjs';

/** An object to be made. */
export interface Draft {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** A response of the server, unchanged. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A list as the server gives it. */
export interface RawList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly KubeObject[];
}

/** The parts of a request beside its path. */
export interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly accept?: string;
}

/** The requests that a test sends past the pipe. An unsuccessful status is an error, unless it is expected. */
export interface Api {
  readonly ask: (path: string, asked?: Asked) => Promise<Answer>;
  readonly list: (path: string, asked?: Asked) => Promise<RawList>;
  readonly create: (path: string, object: Draft) => Promise<KubeObject>;
  /** A merge patch. */
  readonly patch: (path: string, change: object) => Promise<KubeObject>;
  readonly remove: (path: string) => Promise<void>;
}

export function apiOver(transport: NodeTransport): Api {
  const send = (request: Omit<ApiRequest, 'query'> & Partial<ApiRequest>): Promise<Answer> =>
    firstValueFrom(
      transport({ query: {}, ...request }).pipe(
        switchMap(({ status, headers, body }) =>
          body.pipe(
            toArray(),
            map((chunks) => ({ status, headers, body: Buffer.concat(chunks).toString('utf8') })),
          ),
        ),
      ),
    );
  const change = async (
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<KubeObject> => {
    const answer = await send({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

    return success(`${method} ${path}`, answer) as KubeObject;
  };
  const ask: Api['ask'] = (path, { query = {}, accept = 'application/json' } = {}) =>
    send({ method: 'GET', path, query, headers: { accept } });

  return {
    ask,
    list: async (path, asked) => success(`GET ${path}`, await ask(path, asked)) as RawList,
    create: (path, object) => change('POST', path, object),
    patch: (path, changed) => change('PATCH', path, changed, 'application/merge-patch+json'),
    remove: async (path) => {
      await change('DELETE', path);
    },
  };
}

function success(request: string, { status, body }: Answer): unknown {
  if (status >= 300) throw new Error(`${request}: ${String(status)} ${body.slice(0, 1_000)}`);

  return JSON.parse(body) as unknown;
}
