import { StatusError } from '@rxkube/protocol';
import { Subject, map, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { mergeScopes } from './merge-scopes.js';
import { type MergedSnapshot } from './merged-snapshot.js';

const error = new StatusError({ code: 403, reason: 'Forbidden', serverMessage: 'forbidden' });
const a = drawn({ f: 'live a=1', g: 'live a=2', h: 'interrupted a=2' });
const b = drawn({ i: 'listing', f: 'live b=1' }, { i: { error } });

describe('mergeScopes', () => {
  it(
    'leaves out a scope that is forbidden until it may join, and removes a scope that goes',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './merge-scopes.ts', [
        'scopes',
        'open(a)',
        'open(b)',
        'result',
      ]);
      // prettier-ignore
      {
        const scopes   = m.cold(rows.scopes, { x: ['a', 'b'], y: ['a'] });
        const one      = m.cold(rows['open(a)'], a);
        const other    = m.cold(rows['open(b)'], b);
        const expected = rows.result;
        const merged = mergeScopes(scopes, (scope) => (scope === 'a' ? one : other)).pipe(map(told));
        m.expect(merged).toBeObservable(expected, {
          e: 'listing',
          f: 'listing',
          G: 'live a=1 (+a)',
          H: 'live a=2 (~a)',
          I: 'live a=2 b=1 (+b)',
          K: 'live a=2 (-b?)',
        });
        m.expect(one).toHaveSubscriptions('^----------------');
        m.expect(other).toHaveSubscriptions('^----------------!');
      }
    }),
  );

  it('is listing with the error if all scopes are left out, and live if there are none', () => {
    const seen: unknown[] = [];
    mergeScopes(['b'], () => of(b.i)).subscribe(({ phase, error: shown }) =>
      seen.push([phase, shown]),
    );
    mergeScopes([], () => of(b.i)).subscribe(({ phase, isComplete }) =>
      seen.push([phase, isComplete]),
    );

    expect(seen[0]).toEqual(['listing', error]);
    expect(seen.at(-1)).toEqual(['live', true]);
  });

  it('keeps the last set of a scope that ends, and says so', () => {
    const other = new Subject<(typeof a)['f']>();
    const whole: MergedSnapshot<unknown>[] = [];
    mergeScopes(['a'], () => other).subscribe((snapshot) => whole.push(snapshot));
    other.next(a.f);
    other.error(new RangeError('over'));

    expect(whole.map((snapshot) => told(snapshot))).toEqual([
      'listing',
      'live a=1 (+a)',
      'interrupted a=1',
    ]);
    expect(whole.at(-1)?.scopes.get('a')).toMatchObject({ phase: 'ended', size: 1 });
  });

  it('refuses two objects under one key, and a text for several names', () => {
    const errors: unknown[] = [];
    const note = { error: (failure: unknown) => errors.push(failure) };
    mergeScopes(['a', 'b'], () => of(a.f)).subscribe(note);
    mergeScopes('abc', () => of(a.f)).subscribe(note);
    mergeScopes(['a', 'b'], () => of(a.f), { keyOf: (scope, key) => `${scope}:${key}` }).subscribe(
      note,
    );

    expect(errors).toMatchObject([
      { rule: 'invalidArgument', field: 'keyOf' },
      { rule: 'invalidArgument', field: 'scopes' },
    ]);
  });
});
