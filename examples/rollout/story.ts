import { type CacheSnapshot, type KubeError, type SyncEvent, isExpired } from 'rxkube';
import {
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  defer,
  filter,
  map,
  scan,
} from 'rxjs';

/** One sentence about the copy. */
export interface Sentence {
  /** Seconds since the beginning. */
  readonly at: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

/** The story of a copy so far. */
export interface Story {
  /** The newest sentence comes last. */
  readonly sentences: readonly Sentence[];
  /** Scheduler time of the next try, while the copy waits for one. */
  readonly retryAt: number | undefined;
}

/** A step in the story of a copy: an event of its stream, or the snapshot that follows the event. */
export type Happening =
  { readonly event: SyncEvent<unknown> } | { readonly snapshot: CacheSnapshot<unknown> };

export const NO_STORY: Story = { sentences: [], retryAt: undefined };

/** Sentences to keep: more than any terminal is high. */
const KEPT = 100;

interface Telling extends Story {
  readonly pages: number;
  /** Whether the list under way replaces an earlier one. */
  readonly isRelist: boolean;
  /** Whether the next snapshot is the first one of a list. */
  readonly isListed: boolean;
  readonly version: string | undefined;
  /** The trouble that is not over. */
  readonly trouble: string | undefined;
}

const BEGINNING: Telling = {
  ...NO_STORY,
  pages: 0,
  isRelist: false,
  isListed: false,
  version: undefined,
  trouble: undefined,
};

/**
 * Describes the life of a copy in sentences: its lists, its failures and their ends. It leaves out single changes.
 *
 * ```text
 * source    slc-w-a-i------w-----   i = the connection is cut, w = the next watch
 * result    --f-----g------h-----   f listed, g connection cut, h resumed, nothing lost
 * ```
 */
export function story(
  scheduler: SchedulerLike = asyncScheduler,
): OperatorFunction<Happening, Story> {
  return (happenings$: Observable<Happening>) =>
    defer(() => {
      const begin = scheduler.now();
      let before: Story = BEGINNING;

      return happenings$.pipe(
        scan((telling, happening) => told(telling, happening, scheduler.now(), begin), BEGINNING),
        filter(({ sentences, retryAt }) => {
          const isNews = sentences !== before.sentences || retryAt !== before.retryAt;
          before = { sentences, retryAt };

          return isNews;
        }),
        map(({ sentences, retryAt }) => ({ sentences, retryAt })),
      );
    });
}

function told(telling: Telling, happening: Happening, now: number, begin: number): Telling {
  const at = (now - begin) / 1_000;
  if ('snapshot' in happening) {
    const { snapshot } = happening;
    const known = { ...telling, version: snapshot.resourceVersion, isListed: false };

    return telling.isListed ? say(known, at, listed(telling, snapshot), 'good') : known;
  }
  const { event } = happening;
  switch (event._tag) {
    case 'ListStarted': {
      const started = {
        ...telling,
        pages: 0,
        retryAt: undefined,
        isRelist: telling.isRelist || event.reason !== undefined,
      };
      if (event.reason === undefined) return started;
      const lost = isExpired(event.reason) ? 'history lost (410)' : reasonOf(event.reason);

      return say({ ...started, trouble: lost }, at, lost, 'bad');
    }
    case 'Listed':
      return { ...telling, pages: telling.pages + 1 };
    case 'ListCompleted':
      return { ...telling, isListed: true, trouble: undefined, retryAt: undefined };
    case 'Interrupted':
      return interrupted({ ...telling, retryAt: now + event.retryInMs }, at, event.error);
    case 'WatchStarted': {
      const { trouble, version = '' } = telling;
      const over = { ...telling, trouble: undefined, retryAt: undefined };

      return trouble === undefined
        ? over
        : say(over, at, `resumed at version ${version}, nothing lost`, 'good');
    }
    default:
      return telling;
  }
}

/** A repeated failure is reported once. A lost history is reported when the list that cures it begins. */
function interrupted(telling: Telling, at: number, error: KubeError): Telling {
  const trouble = reasonOf(error);
  if (trouble === telling.trouble || isExpired(error)) return telling;

  return say({ ...telling, trouble }, at, trouble, 'bad');
}

function listed({ isRelist, pages }: Telling, snapshot: CacheSnapshot<unknown>): string {
  if (!isRelist) {
    return `listed ${count(snapshot.size, 'object')} in ${count(pages, 'page')} at version ${snapshot.resourceVersion ?? ''}`;
  }
  const deletions = snapshot.changes.filter(({ _tag }) => _tag === 'Deleted').length;
  const others = snapshot.changes.length - deletions;

  return `listed again: ${count(deletions, 'deletion')} and ${count(others, 'other change')} found`;
}

function reasonOf(error: KubeError): string {
  if (error._tag !== 'TransportError') return error.message;
  if (error.phase === 'connect') return 'the server cannot be reached';

  return error.phase === 'body' ? 'connection cut' : 'the server does not answer';
}

function say(telling: Telling, at: number, text: string, tone: Sentence['tone']): Telling {
  return { ...telling, sentences: [...telling.sentences, { at, text, tone }].slice(-KEPT) };
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
