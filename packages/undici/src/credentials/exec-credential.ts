import {
  type Observable,
  catchError,
  defer,
  finalize,
  map,
  of,
  share,
  switchMap,
  tap,
  throwError,
} from 'rxjs';

import { type Environment } from '../platform/environment.js';
import { CREDENTIAL_TIMEOUT, type Credential } from './credential.js';
import { type PrintedCredential } from './printed-credential.js';
import { type ExecPlugin } from './exec-plugin.js';
import { type ExecStderr } from './exec-policy.js';

/** Options of {@link execCredential}. */
export interface ExecCredentialOptions {
  /** Default `process.env`. */
  readonly env?: Environment | undefined;
  /** Milliseconds that one run may take. Default 60,000, the time of a login. */
  readonly within?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Whether errors quote what the plugin wrote to standard error. Default `'hide'`. */
  readonly stderr?: ExecStderr | undefined;
  /** Runs the plugin once. */
  readonly run?: Observable<PrintedCredential> | undefined;
}

/**
 * A credential is renewed this many milliseconds before its end, because a request takes some time. client-go uses the
 * same for files.
 */
const RENEWAL_LEAD = 10_000;

/** Shortest time between two runs after a refusal, a failure or an expired credential, in milliseconds. */
const MIN_PAUSE = 1_000;

/**
 * The credential that a plugin prints.
 *
 * ```text
 * current      a..b.......c       a and b share a run, c comes later
 * the program  a-----(x|)         ended if no request waits for it
 * result a           (x|)
 * result c                x       until shortly before its end, or a 401
 * ```
 *
 * - There is one run at a time. A failure and an expired credential are kept for a second. A 401 runs the plugin again
 *   at once, but at most once a second.
 * - If the run before the end of a credential fails, the credential stays in use until its end.
 */
export function execCredential(
  plugin: ExecPlugin,
  options: ExecCredentialOptions = {},
): Credential {
  const { now = () => Date.now(), run = pluginRun(plugin, options) } = options;
  let held: (PrintedCredential & { readonly renewAt: number; readonly late: boolean }) | undefined;
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

    return passed >= 0 && passed < MIN_PAUSE; // a clock may be set back
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

/** Loads the code that runs programs when the first plugin has to run. */
function pluginRun(
  plugin: ExecPlugin,
  options: ExecCredentialOptions,
): Observable<PrintedCredential> {
  const { env = process.env, within = CREDENTIAL_TIMEOUT, stderr = 'hide' } = options;

  return defer(() => import('./run-exec-plugin.js')).pipe(
    switchMap(({ runExecPlugin }) => runExecPlugin(plugin, { env, within, stderr })),
  );
}

/** A credential that lives less than 40 s is renewed in the last quarter of its life. */
function renewalOf({ expiresAt = Infinity }: PrintedCredential, now: number): number {
  return expiresAt === Infinity || expiresAt <= now
    ? expiresAt
    : expiresAt - Math.min(RENEWAL_LEAD, (expiresAt - now) / 4);
}
