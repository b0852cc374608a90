import {
  type Observable,
  catchError,
  defer,
  finalize,
  map,
  of,
  share,
  tap,
  throwError,
} from 'rxjs';

import { type Environment } from '../platform/environment.js';
import { CREDENTIAL_TIMEOUT, type Credential } from './credential.js';
import { type ExecAnswer } from './printed-credential.js';
import { type ExecPlugin } from './exec-plugin.js';
import { runExecPlugin } from './run-exec-plugin.js';

/** What an exec credential takes from outside. */
export interface ExecCredentialOptions {
  /** Default `process.env`. */
  readonly env?: Environment | undefined;
  /** Milliseconds for one run. Default 60,000, the time in which somebody logs in. */
  readonly within?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Runs the plugin once. */
  readonly run?: Observable<ExecAnswer> | undefined;
}

/** Milliseconds before its end at which a credential is renewed, for requests on their way; client-go takes as many for files. */
const LEEWAY = 10_000;

/** Milliseconds between runs that the server's refusals, or failures, or answers that are past their end ask for. */
const PAUSE = 1_000;

/**
 * The credential that a plugin prints.
 *
 * ```text
 * current      a..b.......c       a, b and c ask while the program runs: one run for all
 * the program  a-----(x|)         ended where nobody waits for it any more
 * result a           (x|)
 * result c                x       until shortly before its end, or a 401
 * ```
 *
 * - One run at a time. A failure, and an answer that is past its end, hold for a second; a 401 asks again at once,
 *   but not more than once a second.
 * - A credential that still holds goes on where the run before its end fails.
 */
export function execCredential(
  plugin: ExecPlugin,
  options: ExecCredentialOptions = {},
): Credential {
  const { env = process.env, within = CREDENTIAL_TIMEOUT, now = () => Date.now() } = options;
  const { run = runExecPlugin(plugin, { env, within }) } = options;
  let held: (ExecAnswer & { readonly renewAt: number; readonly late: boolean }) | undefined;
  let failed: { readonly error: unknown } | undefined;
  let endedAt = -Infinity;
  let refusedAt = -Infinity;

  const ran = run.pipe(
    tap({
      next: (answer) => {
        const late = (answer.expiresAt ?? Infinity) <= now();
        held = { ...answer, renewAt: renewalOf(answer, now()), late };
        failed = undefined;
        endedAt = now();
      },
      error: (error: unknown) => {
        failed = { error };
        endedAt = now();
      },
    }),
    map(({ authorization }) => authorization),
    share(),
  );

  function isRecent(time: number): boolean {
    const passed = now() - time;

    return passed >= 0 && passed < PAUSE; // a clock that was set back must not stop us
  }

  function last(): Observable<string | undefined> {
    const { error } = failed ?? {};

    return failed === undefined ? of(held?.authorization) : throwError(() => error);
  }

  return {
    current: defer(() => {
      if (held !== undefined && now() < held.renewAt) return of(held.authorization);
      const again =
        (failed !== undefined || held?.late === true) && isRecent(endedAt) ? last() : ran;

      return again.pipe(
        catchError((error: unknown) =>
          held !== undefined && now() < (held.expiresAt ?? Infinity)
            ? of(held.authorization)
            : throwError(() => error),
        ),
      );
    }),
    renewed: (refused) =>
      defer(() => {
        if (held !== undefined && held.authorization !== refused) return of(held.authorization);
        if (isRecent(refusedAt)) return last();

        return ran.pipe(
          finalize(() => {
            refusedAt = now();
          }),
        );
      }),
    certificate: () => held?.certificate,
  };
}

/** For one that lives less than 40 s, in the last quarter of its life. */
function renewalOf({ expiresAt = Infinity }: ExecAnswer, now: number): number {
  return expiresAt === Infinity || expiresAt <= now
    ? expiresAt
    : expiresAt - Math.min(LEEWAY, (expiresAt - now) / 4);
}
