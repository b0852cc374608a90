/**
 * The signal that aborts a request: `AbortSignal` on each platform that knows it. The conditional type keeps the
 * declarations of this package free of any platform.
 *
 * @since 0.1.0
 */
export type AbortSignalLike = typeof globalThis extends {
  readonly AbortController: new () => { readonly signal: infer Signal };
}
  ? Signal
  : unknown;

/** The parts of `AbortController` that this package uses. */
export interface AbortControllerLike {
  readonly signal: AbortSignalLike;
  readonly abort: () => void;
}

/** The parts of a window or a document that this package listens to. */
export interface EventTargetLike {
  readonly addEventListener: (type: string, listener: (event: unknown) => void) => void;
  readonly removeEventListener: (type: string, listener: (event: unknown) => void) => void;
}

/** The parts of `document` that this package uses. */
export interface DocumentLike extends EventTargetLike {
  readonly visibilityState: string;
}

/** One end of a message channel. */
interface MessagePortLike {
  onmessage: (() => void) | null;
  readonly postMessage: (message: unknown) => void;
  readonly close: () => void;
}

/** An entry of `performance` about a request that has ended. */
interface ResourceTimingLike {
  readonly nextHopProtocol?: string;
}

/** The features of a platform with `fetch`. Those with a question mark exist in browsers, and not everywhere. */
export interface Platform extends Partial<EventTargetLike> {
  readonly AbortController: new () => AbortControllerLike;
  readonly MessageChannel: new () => {
    readonly port1: MessagePortLike;
    readonly port2: MessagePortLike;
  };
  readonly performance: {
    readonly now: () => number;
    readonly getEntriesByName?: (name: string) => readonly ResourceTimingLike[];
  };
  readonly document?: DocumentLike;
  readonly location?: { readonly href: string };
  readonly navigator?: { readonly onLine?: boolean };
  readonly onpagehide?: unknown;
}

/** Returns the features of this platform. They are looked up at each call, because tests and frameworks replace them. */
export function platform(): Platform {
  return globalThis as unknown as Platform;
}
