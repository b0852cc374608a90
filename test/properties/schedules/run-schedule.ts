import { type Pipe } from '../../marbles/pipe.js';
import { Random } from '../random.js';
import { excess } from './budget.js';
import { playServer } from './play-server.js';
import { type Subscriber, playSubscriber } from './play-subscriber.js';
import { type Schedule, TROUBLE } from './schedule.js';
import { Truth } from './truth.js';
import { VirtualClock } from './virtual-clock.js';

/** Milliseconds in which a client has healed: a stalled watch lives to its end, and a refusal waits two minutes. */
const HEALING = 300_000;
/** A server that is behind shows after two lifetimes of silence. */
const HEALING_OF_RESTORE = 600_000;

/** The outcome of one schedule. */
export interface Outcome {
  /** The problems, in the order of the subscriptions. There must be none. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly snapshots: number;
}

/** Tells a schedule to a pipe, on virtual time, and looks at everything that is owed. */
export function runSchedule(pipe: Pipe, schedule: Schedule): Outcome {
  const { outage, restoredFrom, subscriptions } = schedule;
  const clock = new VirtualClock();
  const truth = new Truth();
  const calm = Math.max(TROUBLE, outage === undefined ? 0 : outage.at + outage.lasts);
  const end = calm + (restoredFrom === undefined ? HEALING : HEALING_OF_RESTORE);
  const server = playServer(schedule, clock, truth, calm);
  const mayGoBack = restoredFrom !== undefined;
  const all = subscriptions.map((subscribed) =>
    playSubscriber(pipe, subscribed, server, clock, { end, mayGoBack }),
  );
  // Behind the last action of all that are left, and before what they may have left behind.
  let waiting = 0;
  clock.at(end + 1, () => {
    waiting = clock.waiting;
  });
  clock.flush();

  const { watchers } = server();
  const problems = [
    ...all.flatMap((one, index) =>
      problemsOf(one, index, truth, outage).map((problem) => `${String(index)}: ${problem}`),
    ),
    ...(watchers > 0 ? [`${String(watchers)} watches are still open`] : []),
    ...(waiting > 0 ? [`${String(waiting)} timers are still waiting`] : []),
  ];

  return {
    problems,
    requests: all.reduce((sum, { observed }) => sum + observed.asked.length, 0),
    snapshots: all.reduce((sum, { observer }) => sum + observer.snapshots.length, 0),
  };
}

function problemsOf(
  { subscribed, observer, observed }: Subscriber,
  index: number,
  truth: Truth,
  outage: Schedule['outage'],
): readonly string[] {
  observer.compareWith(truth);
  observer.compareSamples(new Random(index + 1));

  return [
    ...observer.problems,
    ...(observed.mostOpen > 1 ? ['two connections were open at once'] : []),
    ...(outage === undefined ? [] : excess(observed.asked, outage, subscribed.strategy)),
  ];
}
