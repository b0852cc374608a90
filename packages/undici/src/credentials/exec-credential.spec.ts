import { type Observable, Subject, defer, firstValueFrom, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Credential } from './credential.js';
import { type PrintedCredential } from './printed-credential.js';
import { execCredential } from './exec-credential.js';
import { type ExecPlugin } from './exec-plugin.js';

const plugin: ExecPlugin = {
  apiVersion: 'client.authentication.k8s.io/v1',
  command: 'plugin',
  args: [],
  env: {},
  installHint: undefined,
  interactiveMode: 'Never',
  cluster: undefined,
};

/** A plugin that is played by the test, on a clock of the test. */
class Play {
  now = 1_000_000;
  runs = 0;
  result: Observable<PrintedCredential> = of(answer('t0'));
  readonly credential: Credential = execCredential(plugin, {
    now: () => this.now,
    run: defer(() => {
      this.runs += 1;

      return this.result;
    }),
  });

  /** Sets the credential that the next run prints. */
  next(token: string, lives?: number): void {
    this.result = of(answer(token, lives === undefined ? undefined : this.now + lives));
  }

  fails(): void {
    this.result = throwError(() => new Error('no login'));
  }

  async current(): Promise<unknown> {
    return firstValueFrom(this.credential.current).catch((error: unknown) => error);
  }

  async renewed(refused: string | undefined): Promise<unknown> {
    return firstValueFrom(this.credential.renewed?.(refused) ?? of('nothing')).catch(
      (error: unknown) => error,
    );
  }
}

function answer(token: string | undefined, expiresAt?: number): PrintedCredential {
  return {
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    certificate: undefined,
    expiresAt,
  };
}

describe('execCredential', () => {
  it('B40 runs once for all requests that wait meanwhile, and ends the run if no request waits any more', () => {
    const play = new Play();
    const answers = new Subject<PrintedCredential>();
    play.result = answers;
    const got: unknown[] = [];
    const asked = Array.from({ length: 30 }, () =>
      play.credential.current.subscribe((value) => got.push(value)),
    );
    asked[0]?.unsubscribe();
    const running = answers.observed;
    for (const each of asked) each.unsubscribe();
    const givenUp = !answers.observed;
    const again = play.credential.current.subscribe((value) => got.push(value));
    answers.next(answer('t1'));
    again.unsubscribe();

    expect([running, givenUp, play.runs]).toEqual([true, true, 2]);
    expect(got).toEqual(['Bearer t1']);
  });

  it('keeps what does not expire until it is refused', async () => {
    const play = new Play();
    play.next('t1');
    await play.current();
    play.now += 1_000_000_000;
    play.next('t2');

    expect(await play.current()).toBe('Bearer t1');
    expect(await play.renewed('Bearer t1')).toBe('Bearer t2');
    expect(await play.current()).toBe('Bearer t2');
    expect(play.runs).toBe(2);
  });

  it('B38 runs again 10 s before the end', async () => {
    const play = new Play();
    play.next('t1', 60_000);
    await play.current();
    play.next('t2');
    play.now += 49_999;
    const before = await play.current();
    play.now += 1;

    expect([before, await play.current(), play.runs]).toEqual(['Bearer t1', 'Bearer t2', 2]);
  });

  it('runs again in the last quarter of a short life', async () => {
    const play = new Play();
    play.next('t1', 8_000);
    await play.current();
    play.next('t2');
    play.now += 5_999;
    const before = await play.current();
    play.now += 1;

    expect([before, await play.current()]).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('runs again at once if its credential ends soon', async () => {
    const play = new Play();
    play.next('t1', 8);
    await play.current();
    play.next('t2');
    play.now += 6;

    expect(await play.current()).toBe('Bearer t2');
  });

  it('uses what is past its end, and runs again, once a second', async () => {
    const play = new Play();
    play.next('t1', -1);
    const first = await play.current();
    play.next('t2', -1);
    play.now += 999;
    const second = await play.current();
    play.now += 1;
    const third = await play.current();

    expect([first, second, third, play.runs]).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 2]);
  });

  it('runs once for all that were refused together', async () => {
    const play = new Play();
    play.next('t1');
    await play.current();
    play.next('t2');
    const first = await play.renewed('Bearer t1');
    play.next('t3');
    const others = [await play.renewed('Bearer t1'), await play.renewed('Bearer t1')];

    expect([first, ...others, play.runs]).toEqual(['Bearer t2', 'Bearer t2', 'Bearer t2', 2]);
  });

  it.each(['t', undefined])(
    'runs not more than once a second for a server that refuses all: %s',
    async (token) => {
      const play = new Play();
      play.result = of(answer(token));
      const refused = token === undefined ? undefined : `Bearer ${token}`;
      await play.current();
      for (let tries = 0; tries < 5; tries += 1) await play.renewed(refused);
      const runs = play.runs;
      play.now += 1_000;
      await play.renewed(refused);

      expect([runs, play.runs]).toEqual([2, 3]);
    },
  );

  it('holds a failure for a second', async () => {
    const play = new Play();
    play.fails();
    const first = await play.current();
    const second = await play.current();
    play.next('t1');
    play.now += 1_000;

    expect([String(first), second, await play.current(), play.runs]).toEqual([
      'Error: no login',
      first,
      'Bearer t1',
      2,
    ]);
  });

  it('keeps the valid credential if the run before its end fails', async () => {
    const play = new Play();
    play.next('t1', 60_000);
    await play.current();
    play.fails();
    play.now += 55_000;
    const still = await play.current();
    play.now += 5_000;

    expect([still, String(await play.current())]).toEqual(['Bearer t1', 'Error: no login']);
  });

  it('is not stopped by a clock that was set back', async () => {
    const play = new Play();
    play.fails();
    await play.current();
    play.next('t1');
    play.now -= 3_600_000;

    expect(await play.current()).toBe('Bearer t1');
  });

  it('gives the certificate of the last run', async () => {
    const play = new Play();
    const certificate = { cert: 'CERT', key: 'KEY' };
    const before = play.credential.certificate?.();
    play.result = of({ ...answer(undefined), certificate });

    expect([before, await play.current(), play.credential.certificate?.()]).toEqual([
      undefined,
      undefined,
      certificate,
    ]);
  });
});
