import { type KubeObject } from '@rxkube/protocol';
import { type Observable, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type Condition, ConditionError } from './condition.js';
import * as conditions from './ready-conditions.js';
import { waitFor } from './wait-for.js';

/** An object with conditions in its status. */
function withStatus(status: object, metadata: object = {}, rest: object = {}): KubeObject {
  return { metadata: { name: 'a', uid: 'u1', ...metadata }, status, ...rest } as KubeObject;
}

function having(type: string, status: string, reason?: string): object {
  return { conditions: [{ type, status, reason }] };
}

const objects = {
  u: undefined,
  v: withStatus(having('Available', 'False')),
  w: withStatus(having('Available', 'True')),
  x: withStatus(having('Available', 'False'), { uid: 'u2' }),
};

describe('waitFor', () => {
  it(
    'waits until an object meets a condition',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './wait-for.ts', ['source', 'waitFor(isAvailable)']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, objects);
        const expected = rows['waitFor(isAvailable)'];
        const met: Observable<unknown> = source.pipe(waitFor(conditions.isAvailable));
        m.expect(met).toBeObservable(expected, objects);
        m.expect(source).toHaveSubscriptions('^-----------!');
      }
    }),
  );

  it.each([
    ['v---u', '----#', 'the object is gone'],
    ['v---x', '----#', 'the object is gone'],
    ['u---|', '----#', 'the stream ended'],
  ])(
    'fails if %s can no longer meet it',
    marbles((m, source: string, expected: string, reason: string) => {
      m.expect(m.cold(source, objects).pipe(waitFor(conditions.isAvailable))).toBeObservable(
        expected,
        undefined,
        new ConditionError('isAvailable', reason),
      );
    }),
  );

  it(
    'takes another uid for the end of the object that it saw first',
    marbles((m) => {
      const gone: Observable<unknown> = m
        .cold<KubeObject | undefined>('v---x', objects)
        .pipe(waitFor(conditions.isGone()));
      m.expect(gone).toBeObservable('----(u|)', objects);
    }),
  );

  it('leaves nothing behind if the first value meets the condition', () => {
    const seen: unknown[] = [];
    of(objects.w)
      .pipe(waitFor(conditions.isAvailable))
      .subscribe((object) => seen.push(object));

    expect(seen).toEqual([objects.w]);
  });
});

type AnyCondition = Condition<KubeObject, unknown>;
type Outcome = 'met' | 'not yet' | 'never';

describe('conditions', () => {
  const deployment = (status: object, generation = 2): KubeObject =>
    withStatus({ observedGeneration: 2, ...status }, { generation }, { spec: { replicas: 2 } });
  const daemonSet = (status: object, type = 'RollingUpdate'): KubeObject =>
    withStatus(
      { observedGeneration: 1, desiredNumberScheduled: 2, ...status },
      { generation: 1 },
      { spec: { updateStrategy: { type } } },
    );
  const statefulSet = (status: object, partition = 0): KubeObject =>
    withStatus(
      { observedGeneration: 1, currentRevision: 'r1', updateRevision: 'r1', ...status },
      { generation: 1 },
      {
        spec: {
          serviceName: 's',
          replicas: 3,
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
        },
      },
    );
  const done = { replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
  const late = having('Progressing', 'False', 'ProgressDeadlineExceeded');

  it.each<[string, AnyCondition, KubeObject | undefined, Outcome]>([
    ['exists', conditions.exists, objects.v, 'met'],
    ['exists, absent', conditions.exists, undefined, 'not yet'],
    ['isGone, another uid', conditions.isGone('u0'), objects.v, 'met'],
    ['isReady', conditions.isReady, withStatus(having('Ready', 'True')), 'met'],
    ['isReady, ended pod', conditions.isReady, withStatus({ phase: 'Failed' }), 'never'],
    ['isAvailable', conditions.isAvailable, objects.w, 'met'],
    [
      'isAvailable, status of before',
      conditions.isAvailable,
      deployment(having('Available', 'True'), 3),
      'not yet',
    ],
    ['isAvailable, late', conditions.isAvailable, deployment(late), 'never'],
    ['isJobComplete', conditions.isJobComplete, withStatus(having('Complete', 'True')), 'met'],
    [
      'isJobComplete, failed',
      conditions.isJobComplete,
      withStatus(having('Failed', 'True')),
      'never',
    ],
    ['isEstablished', conditions.isEstablished, withStatus(having('Established', 'True')), 'met'],
    [
      'isEstablished, names taken',
      conditions.isEstablished,
      withStatus(having('NamesAccepted', 'False', 'Conflict')),
      'never',
    ],
    ['isRolledOut', conditions.isRolledOut, deployment(done), 'met'],
    ['isRolledOut, old generation', conditions.isRolledOut, deployment(done, 3), 'not yet'],
    [
      'isRolledOut, old pods',
      conditions.isRolledOut,
      deployment({ ...done, replicas: 3 }),
      'not yet',
    ],
    [
      'isRolledOut, too few updated',
      conditions.isRolledOut,
      deployment({ ...done, updatedReplicas: 1 }),
      'not yet',
    ],
    [
      'isRolledOut, too few available',
      conditions.isRolledOut,
      deployment({ ...done, availableReplicas: 1 }),
      'not yet',
    ],
    ['isRolledOut, late', conditions.isRolledOut, deployment(late), 'never'],
    [
      'isRolledOut, DaemonSet',
      conditions.isRolledOut,
      daemonSet({ updatedNumberScheduled: 2, numberAvailable: 2 }),
      'met',
    ],
    [
      'isRolledOut, DaemonSet under way',
      conditions.isRolledOut,
      daemonSet({ updatedNumberScheduled: 2, numberAvailable: 1 }),
      'not yet',
    ],
    ['isRolledOut, OnDelete', conditions.isRolledOut, daemonSet({}, 'OnDelete'), 'never'],
    ['isRolledOut, StatefulSet', conditions.isRolledOut, statefulSet({ readyReplicas: 3 }), 'met'],
    [
      'isRolledOut, StatefulSet under way',
      conditions.isRolledOut,
      statefulSet({ readyReplicas: 3, updateRevision: 'r2' }),
      'not yet',
    ],
    [
      'isRolledOut, StatefulSet by partition',
      conditions.isRolledOut,
      statefulSet({ readyReplicas: 3, updateRevision: 'r2', updatedReplicas: 1 }, 2),
      'met',
    ],
    [
      'all, one fails',
      conditions.all(conditions.isJobComplete, conditions.exists),
      withStatus(having('Failed', 'True')),
      'never',
    ],
    [
      'any, one fails',
      conditions.any(conditions.isJobComplete, conditions.isReady),
      withStatus(having('Failed', 'True')),
      'not yet',
    ],
    ['not', conditions.not(conditions.exists), undefined, 'met'],
    [
      'hasCondition',
      conditions.hasCondition('Ready', 'False'),
      withStatus(having('Ready', 'False')),
      'met',
    ],
  ])('%s', (_, condition, object, outcome) => {
    const isMet = condition(object);
    const outcomeNow = isMet
      ? 'met'
      : condition.failed?.(object) === undefined
        ? 'not yet'
        : 'never';

    expect(outcomeNow).toBe(outcome);
  });
});
