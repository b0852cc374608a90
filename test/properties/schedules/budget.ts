import { type Asked } from './observed-transport.js';
import { type Budget, outages } from './outages.js';
import { type Schedule, type Subscribed } from './schedule.js';

const MINUTE = 60_000;

/** When and how everything of one kind failed. */
export type Failing = NonNullable<Schedule['outage']>;

/** The used part of a budget: the most requests in the first minute, and in any later minute. */
export type Spent = Pick<Budget, 'firstMinute' | 'perMinute'>;

/** The requests that a subscription may send while everything of one kind fails. */
export function budgetOf({ kind }: Failing, strategy: Subscribed['strategy']): Spent {
  const { budget } = outages[kind];

  return strategy === 'list' ? budget : (budget.streaming ?? budget);
}

/** The requests that a subscription sent while everything of one kind failed. */
export function spent(asked: readonly Asked[], { at, lasts, kind }: Failing): Spent {
  const { fault } = outages[kind];
  const meant = asked.filter((one) => one.at >= at && one.at < at + lasts && !one.isPage);
  // Requests that still succeed do not count.
  const from = meant.find(({ request }) => fault.when?.(request) !== false)?.at ?? Infinity;
  const within = (start: number): number =>
    meant.filter((one) => one.at >= start && one.at < start + MINUTE).length;

  return {
    firstMinute: within(from),
    perMinute: Math.max(
      0,
      ...meant.filter((one) => one.at >= from + MINUTE).map((one) => within(one.at)),
    ),
  };
}

/** Says which requests of a subscription exceed its budget. */
export function excess(
  asked: readonly Asked[],
  failing: Failing,
  strategy: Subscribed['strategy'],
): readonly string[] {
  const used = spent(asked, failing);
  const allowed = budgetOf(failing, strategy);

  return [
    ...(used.firstMinute > allowed.firstMinute
      ? [`${String(used.firstMinute)} requests in the first minute in which ${failing.kind}`]
      : []),
    ...(used.perMinute > allowed.perMinute
      ? [`${String(used.perMinute)} requests in a later minute in which ${failing.kind}`]
      : []),
  ];
}
