/** An entry of `status.conditions`. The conditions of all kinds have these fields. @since 0.2.0 */
export interface Condition {
  readonly type: string;
  /** `'True'`, `'False'` or `'Unknown'`. */
  readonly status: string;
  /** RFC 3339. */
  readonly lastTransitionTime?: string | undefined;
}

/**
 * Sets the condition of a type.
 *
 * - `lastTransitionTime` changes only if the status changes.
 * - The other fields of the old condition are replaced, and the order of the list stays.
 * - Returns the same list if nothing changes, so you can leave out the update.
 *
 * @param now the time of a transition, unless the condition has one. Default the time of day.
 * @since 0.2.0
 */
export function setCondition<C extends Condition>(
  conditions: readonly C[] | undefined,
  condition: C,
  now: Date = new Date(),
): readonly C[] {
  const list = conditions ?? [];
  const at = list.findIndex(({ type }) => type === condition.type);
  const old = list[at];
  const hasFlipped = old?.status !== condition.status;
  const lastTransitionTime = hasFlipped
    ? (condition.lastTransitionTime ?? secondsOf(now))
    : old.lastTransitionTime;
  const next: C = { ...condition, lastTransitionTime };
  if (old === undefined) return [...list, next];

  return isEqual(old, next) ? list : list.with(at, next);
}

/** Times of the API have whole seconds. */
function secondsOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/u, 'Z');
}

/** The fields of a condition are texts and numbers. */
function isEqual(one: object, other: object): boolean {
  const fields = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  const known = Object.entries(one).filter(([, value]) => value !== undefined);

  return known.length === fields.size && known.every(([name, value]) => fields.get(name) === value);
}
