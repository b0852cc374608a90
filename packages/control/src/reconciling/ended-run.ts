import { type ActiveRun } from './active-run.js';
import { type Reconciled, type RunReason } from './run.js';

/** The end of a run, as the operator emits it. */
export class EndedRun<T> implements Reconciled {
  readonly key: string;
  readonly why: RunReason;
  readonly outcome: Reconciled['outcome'];
  readonly attempt: number;
  readonly error: unknown;
  readonly retryInMs: number | undefined;
  readonly queuedMs: number;
  readonly tookMs: number;
  readonly #run: ActiveRun<T>;

  constructor(
    run: ActiveRun<T>,
    now: number,
    end: Pick<Reconciled, 'outcome' | 'error' | 'retryInMs'>,
  ) {
    this.#run = run;
    this.key = run.key;
    this.why = run.why;
    this.attempt = run.attempt;
    this.queuedMs = run.queuedMs;
    this.tookMs = now - run.begunAt;
    this.outcome = end.outcome;
    this.error = end.error;
    this.retryInMs = end.retryInMs;
  }

  get uid(): string | undefined {
    return uidOf(this.#run.deletion === undefined ? this.#run.object : this.#run.last);
  }
}

/** Views can carry any values, also without metadata. */
function uidOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null || !('metadata' in object)) return undefined;
  const { metadata } = object;
  if (typeof metadata !== 'object' || metadata === null || !('uid' in metadata)) return undefined;

  return typeof metadata.uid === 'string' ? metadata.uid : undefined;
}
