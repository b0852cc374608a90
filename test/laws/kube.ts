import {
  type ApiRequest,
  type KubeError,
  type KubeObject,
  type Resource,
  type ResourceVersion,
  StatusError,
  TransportError,
  isWatch,
  resource,
  resourceVersion,
} from '@rxkube/protocol';
import {
  type ApiResponse,
  type CacheSnapshot,
  type Change,
  type SyncEvent,
  type Transport,
} from '@rxkube/operators';
import { type Context } from 'rxjs-marbles';
import { NEVER, type Observable, asyncScheduler, concat, defer, delay, of, timer } from 'rxjs';

/** An object with nothing to say. */
export interface Thing extends KubeObject {
  readonly data?: unknown;
}

export const things: Resource<Thing> = resource<Thing>({
  group: '',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
});

/** `thing('a@u1/7')` is called `ns1/a`, has the uid `u1` and the version `'7'`; `'ns2/a@u1/7'` names its namespace. */
export function thing(short: string, data?: unknown): Thing {
  const parts = /^(?:(?<namespace>[^/]*)\/)?(?<name>[^@]+)@(?<uid>[^/]*)\/(?<at>.*)$/u.exec(short);
  const { namespace = 'ns1', name = '', uid = '', at = '' } = parts?.groups ?? {};

  return {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: {
      name,
      namespace,
      ...(uid !== '' && { uid }),
      ...(at !== '' && { resourceVersion: at }),
    },
    ...(data !== undefined && { data }),
  };
}

export function version(at: number | string): ResourceVersion {
  return resourceVersion(String(at));
}

/** A document of a watch: `frame('+a@u1/11')`, `'~a…'`, `'-a…'`, `'BM/20'`, or `'BMend/20'`. */
export function frame(short: string, data?: unknown): unknown {
  const bookmark = /^BM(end)?\/(.*)$/u.exec(short);
  if (bookmark !== null) {
    const [, end, resourceVersion] = bookmark;
    const metadata = {
      resourceVersion,
      ...(end !== undefined && { annotations: { 'k8s.io/initial-events-end': 'true' } }),
    };

    return { type: 'BOOKMARK', object: { kind: 'Thing', apiVersion: 'v1', metadata } };
  }
  const type = short.startsWith('+') ? 'ADDED' : short.startsWith('~') ? 'MODIFIED' : 'DELETED';

  return { type, object: thing(short.slice(1), data) };
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Documents as the server writes them, one in a line. */
export function lines(...documents: readonly unknown[]): Uint8Array {
  return bytes(documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
}

/** The frames of a watch as bytes. */
export function frames(...shorts: readonly string[]): Uint8Array {
  return lines(...shorts.map((short) => frame(short)));
}

/** A Status, as the body of a refusal or as the object of an ERROR frame. */
export function status(
  code: number,
  reason = '',
  more: Readonly<Record<string, unknown>> = {},
): unknown {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code,
    ...(reason !== '' && { reason }),
    ...more,
  };
}

/** The message of a server that is behind the requested version. */
export const TOO_LARGE = {
  message: 'Timeout: Too large resource version: 750, current: 1',
  details: {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  },
};

/** The body of a list. */
export function list(
  at: string | undefined,
  shorts: readonly string[],
  metadata: Readonly<Record<string, unknown>> = {},
): unknown {
  return {
    kind: 'ThingList',
    apiVersion: 'v1',
    metadata: { ...(at !== undefined && { resourceVersion: at }), ...metadata },
    items: shorts.map((short) => ({ metadata: thing(short).metadata })),
  };
}

const JSON_TYPE: ReadonlyMap<string, string> = new Map([['content-type', 'application/json']]);

/** A response with a body that is drawn elsewhere. */
export function response(
  body: Observable<Uint8Array>,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return { status, headers: new Map([...JSON_TYPE, ...Object.entries(headers)]), body };
}

/** Answers with a document after so many milliseconds. */
export function reply(
  document: unknown,
  { code = 200, headers = {}, after = 0 }: ReplyOptions = {},
): Observable<ApiResponse> {
  const body = typeof document === 'string' ? bytes(document) : bytes(JSON.stringify(document));

  return connection(response(of(body), code, headers), after);
}

export interface ReplyOptions {
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly after?: number;
}

/** Refuses with a Status. */
export function refuse(
  code: number,
  reason = '',
  more: Readonly<Record<string, unknown>> = {},
): Observable<ApiResponse> {
  return reply(status(code, reason, more), { code });
}

/** Responds with a body; the connection stays open until the client closes it. */
export function stream(body: Observable<Uint8Array>, after = 0): Observable<ApiResponse> {
  return connection(response(body), after);
}

function connection(answer: ApiResponse, after: number): Observable<ApiResponse> {
  const open = concat(of(answer), NEVER);

  return after === 0 ? open : open.pipe(delay(after));
}

/** A request in short: `'WATCH 10'`, or `'LIST limit=500'` with its query as it is. */
function nameOf(request: ApiRequest): string {
  const { query } = request;
  if (isWatch(request)) return `WATCH ${query['resourceVersion'] ?? ''}`;

  return `LIST ${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}`.trim();
}

/** A transport that gives one answer after the other, and whatever it was asked for with the time of it. */
export interface Scripted {
  readonly transport: Transport;
  readonly requests: string[];
}

/** After its last response it is silent. */
export function scripted(...answers: readonly Observable<ApiResponse>[]): Scripted {
  const requests: string[] = [];

  return {
    requests,
    transport: (request) =>
      defer(() => {
        const answer = answers[requests.length] ?? NEVER;
        requests.push(`${String(asyncScheduler.now())} ${nameOf(request)}`);

        return answer;
      }),
  };
}

/** Always gives the same answer. */
export function always(answer: (nth: number) => Observable<ApiResponse>): Scripted {
  const requests: string[] = [];

  return {
    requests,
    transport: (request) =>
      defer(() => {
        requests.push(`${String(asyncScheduler.now())} ${nameOf(request)}`);

        return answer(requests.length - 1);
      }),
  };
}

/** Runs a stream for so many milliseconds of virtual time, and tells what it gave, each with its time. */
export function told<T>(
  m: Context,
  source: Observable<T>,
  tell: (value: T) => string,
  milliseconds: number,
): string[] {
  const log: string[] = [];
  const note = (what: string): void => {
    log.push(`${String(asyncScheduler.now())} ${what}`);
  };
  const subscription = source.subscribe({
    next: (value) => {
      note(tell(value));
    },
    error: (error: unknown) => {
      note(`# ${tellError(error)}`);
    },
    complete: () => {
      note('|');
    },
  });
  timer(milliseconds).subscribe(() => {
    subscription.unsubscribe();
  });
  m.flush();

  return log;
}

/** An event in a few letters. */
export function tellEvent(event: SyncEvent<KubeObject>): string {
  switch (event._tag) {
    case 'ListStarted':
      return event.reason === undefined ? 's' : `s because ${tellError(event.reason)}`;
    case 'Listed':
      return `L ${event.objects.map(tellObject).join(' ')}`.trim();
    case 'ListCompleted':
      return `c ${event.resourceVersion}`;
    case 'WatchStarted':
      return 'w';
    case 'Applied':
      return `A ${tellObject(event.object)}`;
    case 'Deleted':
      return `D ${tellObject(event.object)}`;
    case 'Bookmarked':
      return `B ${event.resourceVersion}`;
    case 'Interrupted':
      return `i ${tellError(event.error)}, ${String(event.retryInMs)} ms`;
  }
}

function tellObject({ metadata }: KubeObject): string {
  return `${metadata.name}/${metadata.resourceVersion ?? '?'}`;
}

function tellError(error: unknown): string {
  const { _tag, code, rule, phase, problem } = error as Partial<Record<string, unknown>>;
  if (_tag === 'StatusError') return String(code);
  if (_tag === 'ProtocolError') return String(rule);
  if (_tag === 'DecodeError') return `DecodeError ${String(problem)}`;
  if (_tag === 'TransportError') return `TransportError ${String(phase)}`;

  return String(error);
}

/** A snapshot in a few letters: `'live 10 a/7 b/9 (+b)'`. */
export function tellSnapshot(snapshot: CacheSnapshot<KubeObject>): string {
  const { phase, error, resourceVersion: at, changes } = snapshot;

  return [
    phase,
    at ?? '-',
    ...[...snapshot].map(tellObject),
    ...(changes.length === 0 ? [] : [`(${changes.map(tellChange).join(' ')})`]),
    ...(error === undefined ? [] : [`! ${tellError(error)}`]),
  ].join(' ');
}

/** `+a/7`, `~a/8<7`, `-a/9`, and `-a/9?` where the final state is unknown. */
export function tellChange(change: Change<KubeObject>): string {
  const object = tellObject(change.object);
  switch (change._tag) {
    case 'Added':
      return `+${object}`;
    case 'Updated':
      return `~${object}<${change.previous.metadata.resourceVersion ?? '?'}`;
    case 'Deleted':
      return `-${object}${change.finalStateUnknown ? '?' : ''}`;
  }
}

/** 100 ms for each failure in a row. */
export function steady(failures: number): number {
  return 100 * failures;
}

export function statusFailure(code: number, reason = '', serverMessage = ''): KubeError {
  return new StatusError({ code, reason, serverMessage });
}

export function expired(): KubeError {
  return statusFailure(410, 'Expired', 'too old resource version: 10 (20)');
}

export function reset(): KubeError {
  return new TransportError({ phase: 'body', code: 'ECONNRESET', problem: 'reset' });
}
