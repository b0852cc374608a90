import { type KubeError, type KubeObject, type ProtocolError } from '@rxkube/protocol';

import { type Cure } from '../recovery/keep-trying.js';
import { isBrokenStream, isBrokenText, lossOf } from '../recovery/kinds-of-failure.js';
import {
  type FallBackReason,
  type Move,
  type OnFault,
  isAgain,
  keepMove,
  nextMove,
} from '../recovery/next-move.js';
import { type Pace } from '../recovery/pace.js';
import { type ListSize } from '../list-size/list-size.js';
import { WATCH_SPACING } from '../watching/watch-spacing.js';
import { InitialEvents } from './initial-events.js';
import { type StreamStart, type Streaming, afterStream, newStreaming } from './streaming.js';

/** The policies of a streaming list. */
export interface StreamPolicies {
  /** Milliseconds without an initial event. */
  readonly within: number;
  readonly start: StreamStart;
  readonly fallBackOn: readonly FallBackReason[] | undefined;
  readonly onFault: OnFault | undefined;
}

/** The streams of one streaming list: each begins the list again. */
export class StreamAttempts<T extends KubeObject> implements Cure {
  #list: Streaming;
  #events: InitialEvents<T>;
  /** The stream had no chance to send its end mark. */
  #isExcused = false;

  constructor(
    private readonly pace: Pace,
    private readonly policies: StreamPolicies,
    private readonly errorOf: (start: StreamStart, problem: string) => ProtocolError,
    private readonly newSize: () => ListSize,
  ) {
    this.#list = newStreaming(policies.start);
    this.#events = new InitialEvents(pace.scheduler, newSize());
  }

  /** A text was broken before the mark: objects have to be parsed as they arrive. */
  get isTextBroken(): boolean {
    return this.#list.isTextBroken;
  }

  /** Begins the next stream. */
  begin(): { readonly start: StreamStart; readonly events: InitialEvents<T> } {
    this.pace.recordList();
    this.#isExcused = false;
    this.#events = new InitialEvents(this.pace.scheduler, this.newSize());

    return { start: this.#list.start, events: this.#events };
  }

  /** Reports bytes of the stream that has begun last. */
  addBytes(count: number): void {
    this.#events.addBytes(count);
  }

  /** The error of a stream that did not come to its end mark. */
  unfinished(problem: string): ProtocolError {
    return this.errorOf(this.#list.start, problem);
  }

  /** Milliseconds until the watch behind this stream may begin; `undefined` without an end mark. */
  get spacing(): number | undefined {
    return this.#events.isComplete ? Math.max(0, WATCH_SPACING - this.#events.age) : undefined;
  }

  readonly carriesOut = isAgain;

  readonly afterEnd = (): undefined => {
    const { isComplete, age, silence } = this.#events;
    if (isComplete) return;
    const { within } = this.policies;
    const isEarly = age < within;
    // While the machine is awake, silence of that length is an error before the stream can end.
    const hasSlept = silence > within;
    this.#isExcused = hasSlept || (isEarly && !this.#list.hasEndedEarly);
    if (isEarly) this.#list = afterStream(this.#list, 'endedEarly');
    throw this.unfinished(`the stream ended after ${String(age)} ms`);
  };

  readonly judge = (error: KubeError): Move | undefined => {
    // Behind the end mark it is the failure of a watch.
    if (this.#events.isComplete) return undefined;
    const isBroken = isBrokenStream(error);
    if (isBroken)
      this.#list = afterStream(this.#list, isBrokenText(error) ? 'brokenText' : 'broken');
    const { fallBackOn, onFault = keepMove } = this.policies;
    const { brokenStreams, start } = this.#list;
    const isExcused = this.#isExcused;

    return onFault(
      error,
      nextMove(error, 'streamList', { asked: start.at, brokenStreams, isExcused, fallBackOn }),
    );
  };

  readonly afterFailure = (error: KubeError): number => {
    if (lossOf(error, this.#list.start.at) === undefined) return this.pace.delayAfter(error);
    this.#list = afterStream(this.#list, 'versionLost');

    return this.pace.delayBeforeOtherList();
  };
}
