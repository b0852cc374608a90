import { type CacheSnapshot, type Change } from '@rxkube/operators';
import { type ConfigMap, isKubeError } from '@rxkube/protocol';

import { type Random } from '../random.js';
import { type Subscribed } from './schedule.js';
import { type Truth, inShort } from './truth.js';

/** A part of every object in a schedule. Errors must not contain it. */
export const SECRET = 's3cr3t';

/** Checks the emissions of one subscription, and records the problems. */
export class Observer {
  readonly problems: string[] = [];
  readonly snapshots: CacheSnapshot<ConfigMap>[] = [];
  readonly #set = new Map<string, ConfigMap>();
  readonly #told = new Set<string>();
  readonly #shown: string[] = [];
  #synced = false;
  #left = false;

  constructor(
    private readonly subscribed: Subscribed,
    /** Whether an old version may come back, as it does after a restore. */
    private readonly mayGoBack: boolean,
  ) {}

  get last(): CacheSnapshot<ConfigMap> | undefined {
    return this.snapshots.at(-1);
  }

  /** Takes one snapshot. */
  see(snapshot: CacheSnapshot<ConfigMap>, now: number): void {
    const { view } = this.subscribed;
    if (this.#left) this.report('something is emitted after it was left');
    for (const change of snapshot.changes) this.#follow(change);
    const shown = inShort(snapshot.values(), view);
    const followed = inShort(this.#set.values(), view);
    if (shown !== followed) this.report(`the changes lead to [${followed}], not to [${shown}]`);
    if (snapshot.size !== this.#set.size) this.report('its size is not that of its set');
    this.#lookAtState(snapshot, now);
    this.snapshots.push(snapshot);
    this.#shown.push(shown);
  }

  /** Something is wrong that only others can see. */
  report(problem: string): void {
    this.problems.push(`snapshot ${String(this.snapshots.length)}: ${problem}`);
  }

  leave(): void {
    this.#left = true;
  }

  /** Every set is one that the server had, at the version that the snapshot names. */
  compareWith(truth: Truth): void {
    for (const [index, { resourceVersion }] of this.snapshots.entries()) {
      const shown = this.#shown[index] ?? '';
      const had = truth.at(resourceVersion, this.subscribed);
      if (shown === had) continue;
      this.problems.push(
        `snapshot ${String(index)} at ${String(resourceVersion)} shows [${shown}], and the server had [${had}]`,
      );
    }
  }

  /** Checks that `changesSince` leads from any sampled snapshot to any later one. */
  compareSamples(random: Random): void {
    const { view } = this.subscribed;
    for (let n = 0; n < 3 && this.snapshots.length > 1; n++) {
      const at = random.int(this.snapshots.length + 1) - 1;
      const from = this.snapshots[at];
      const to =
        this.snapshots[Math.max(at, 0) + random.int(this.snapshots.length - Math.max(at, 0))];
      const set = new Map(from?.entries() ?? []);
      for (const change of to?.changesSince(from) ?? []) {
        if (change._tag === 'Deleted') set.delete(change.key);
        else set.set(change.key, change.object);
      }
      if (inShort(set.values(), view) !== inShort(to?.values() ?? [], view)) {
        this.report(`changesSince of snapshot ${String(at)} leads elsewhere`);
      }
    }
  }

  #lookAtState(
    { phase, error, since, lastContact, resourceVersion }: CacheSnapshot<ConfigMap>,
    now: number,
  ): void {
    if (this.#synced && phase === 'listing') this.report('there was a set, and it is listing');
    this.#synced ||= phase === 'live';
    if (this.#synced !== (resourceVersion !== undefined)) this.report('a set has no version');
    if (phase === 'live' && error !== undefined) this.report('it is live with an error');
    if (since > now || lastContact > now || lastContact < (this.last?.lastContact ?? 0)) {
      this.report('its times are wrong');
    }
    if (error !== undefined && !isKubeError(error)) this.report('its error has no type');
    if (error?.message.includes(SECRET) === true) this.report('its error tells a secret');
  }

  #follow(change: Change<ConfigMap>): void {
    const { key, object } = change;
    const known = this.#set.get(key);
    const { uid = '', resourceVersion = '' } = object.metadata;
    const isSame = known?.metadata.uid === uid;
    switch (change._tag) {
      case 'Added':
        if (known !== undefined) this.report(`${key} is there and is added`);
        break;
      case 'Updated':
        if (change.previous !== known || !isSame) this.report(`${key} was another before`);
        break;
      case 'Deleted':
        if (!isSame) this.report(`${key} is not there and is deleted`);
        this.#set.delete(key);

        return;
    }
    const told = `${uid}/${resourceVersion}`;
    if (this.#told.has(told) && !this.mayGoBack) this.report(`${key} is told twice at one version`);
    this.#told.add(told);
    this.#set.set(key, object);
  }
}
