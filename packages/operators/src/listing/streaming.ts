import { type ResourceVersion } from '@rxkube/protocol';

/** The version at which a streaming list begins. */
export type StreamStart =
  | { readonly at: 'latest' | 'cached' }
  | { readonly at: 'notOlderThan'; readonly resourceVersion: ResourceVersion };

/** The failed streams of a streaming list. */
export interface Streaming {
  /** The start of the next stream. Changes if the server has lost it. */
  readonly start: StreamStart;
  /** Streams that broke off before their end mark. */
  readonly brokenStreams: number;
  /** A stream has ended early, which once may be the restart of a server. */
  readonly hasEndedEarly: boolean;
  /** A text was broken: if the server breaks its lines, objects have to be parsed as they arrive. */
  readonly isTextBroken: boolean;
}

/** The outcome of a stream that did not come to its end mark. */
export type StreamOutcome = 'versionLost' | 'endedEarly' | 'broken' | 'brokenText' | 'failure';

export function newStreaming(start: StreamStart): Streaming {
  return { start, brokenStreams: 0, hasEndedEarly: false, isTextBroken: false };
}

/**
 * The streaming list after one more stream.
 *
 * | outcome | the next stream |
 * | --- | --- |
 * | the version of the list is lost | begins at the latest version |
 * | an early end | is the last one that may end early without counting as a refusal |
 * | broken off | counts as one more |
 * | broken off by a broken text | counts as one more, and its objects are parsed as they arrive |
 * | another failure | is the same |
 */
export function afterStream(list: Streaming, outcome: StreamOutcome): Streaming {
  switch (outcome) {
    case 'versionLost':
      return { ...list, start: { at: 'latest' } };
    case 'endedEarly':
      return { ...list, hasEndedEarly: true };
    case 'broken':
      return { ...list, brokenStreams: list.brokenStreams + 1 };
    case 'brokenText':
      return { ...list, brokenStreams: list.brokenStreams + 1, isTextBroken: true };
    case 'failure':
      return list;
  }
}
