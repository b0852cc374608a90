/**
 * The steps of one scenario.
 *
 * In every text of a step `<ns>` is the scenario's own namespace, and `<name.rv>`, `<name.uid>` and `<name.continue>`
 * are taken from the response to an earlier step of that name; `<name.rv+1000>` is ahead of it. `<throttled>` in a header
 * is the token of a user who can be throttled.
 */
export interface Scenario {
  readonly name: string;
  /** The rows of `server-behaviour.md` that it covers, such as `2.3 V1`. */
  readonly rows: readonly string[];
  readonly steps: readonly Step[];
  /** Whether it needs servers that do not serve streaming lists. */
  readonly withoutStreamingLists?: boolean;
  /** Whether the older release of the control plane answers otherwise; there it is left out. */
  readonly newestRelease?: boolean;
  /** Whether who owns which fields is compared; else `managedFields` are left out. */
  readonly owners?: boolean;
  /** If true, messages are not compared, because servers may word them differently. */
  readonly anyWords?: boolean;
}

export type Step =
  | Ask
  | Watch
  | Frames
  | Stall
  | Cut
  | Compact
  | Until
  | Throttle
  | Restart
  | Hold
  | Release
  | ShutDown;

/** One request whose response ends. */
export interface Ask {
  readonly do: 'ask';
  /** The name by which later steps refer to its response. */
  readonly as?: string | undefined;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A document, or a text that is sent as it is. */
  readonly body?: unknown;
  /** If true, its response is not compared. */
  readonly silent?: boolean;
}

/** Opens a watch, which stays open until the end of the scenario. */
export interface Watch {
  readonly do: 'watch';
  readonly as: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Waits until a watch has sent so many frames, or has ended. */
export interface Frames {
  readonly do: 'frames';
  readonly of: string;
  readonly count: number | 'end';
}

/** Reads nothing more of a watch, until `proceed`; how much of it was on its way by then is not compared. */
export interface Stall {
  readonly do: 'stall' | 'proceed';
  readonly of: string;
}

/** Cuts a watch in the middle of the frame that comes behind so many. */
export interface Cut {
  readonly do: 'cut';
  readonly of: string;
  readonly behind: number;
}

/** Has the server begin all its watch caches again, behind changes that they have not seen. */
export interface Restart {
  readonly do: 'restart caches';
}

/** Makes a custom resource whose watch cache does not become ready, until `release`. */
export interface Hold {
  readonly do: 'hold';
  readonly plural: string;
}

export interface Release {
  readonly do: 'release';
}

/** Announces the end of the server, which begins again behind the scenario. */
export interface ShutDown {
  readonly do: 'shut down';
}

/** Has the server refuse all that one user asks for. */
export interface Throttle {
  readonly do: 'throttle';
}

/** Repeats a request until its response has a status. Earlier responses are not compared. */
export interface Until {
  readonly do: 'until';
  readonly path: string;
  readonly status: number;
}

/** Has the store forget what was before a version. */
export interface Compact {
  readonly do: 'compact';
  readonly version: string;
}

type Headers = Ask['headers'];

export function get(path: string, as?: string, headers?: Headers): Ask {
  return { do: 'ask', method: 'GET', path, as, headers };
}

export function post(path: string, body: unknown, as?: string): Ask {
  return { do: 'ask', method: 'POST', path, body, as };
}

export function put(path: string, body: unknown, as?: string): Ask {
  return { do: 'ask', method: 'PUT', path, body, as };
}

/** A merge patch. */
export function patch(path: string, body: unknown, as?: string): Ask {
  const headers = { 'content-type': 'application/merge-patch+json' };

  return { do: 'ask', method: 'PATCH', path, body, as, headers };
}

/** A server-side apply by a manager, with more of the query if wanted. */
export function apply(path: string, manager: string, body: unknown, query = ''): Ask {
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  const place = `${path}?fieldManager=${manager}${query}`;

  return { do: 'ask', method: 'PATCH', path: place, body, headers };
}

export function remove(path: string, body?: unknown, as?: string): Ask {
  return { do: 'ask', method: 'DELETE', path, body, as };
}

export function watch(as: string, path: string, headers?: Headers): Watch {
  return { do: 'watch', as, path, headers };
}

/** Waits for frames. */
export function frames(of: string, count: number): Frames {
  return { do: 'frames', of, count };
}

/** Waits for the end of a watch. */
export function ended(of: string): Frames {
  return { do: 'frames', of, count: 'end' };
}

export function stall(of: string): Stall {
  return { do: 'stall', of };
}

export function proceed(of: string): Stall {
  return { do: 'proceed', of };
}

export function cut(of: string, behind: number): Cut {
  return { do: 'cut', of, behind };
}

/** The same request, with a response that is not compared. */
export function silent(ask: Ask): Ask {
  return { ...ask, silent: true };
}

export function until(path: string, status: number): Until {
  return { do: 'until', path, status };
}

export function compact(version: string): Compact {
  return { do: 'compact', version };
}
