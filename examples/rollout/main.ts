// The main job: a live copy of some hundred pods, kept through cuts, timeouts, lost history and a restart.
//
//   npm start                       watches the embedded API server, which rolls out pods and has accidents
//   npm start -- --server URL       watches a real one; npm start -- --context C, one of the kubeconfig
import {
  type Collection,
  type KubeObject,
  type NodeTransport,
  isKubeError,
  kubeconfig,
  nodeTransport,
} from 'rxkube';
import {
  EMPTY,
  type Observable,
  ReplaySubject,
  Subscription,
  asyncScheduler,
  combineLatest,
  filter,
  firstValueFrom,
  interval,
  lastValueFrom,
  map,
  merge,
  of,
  pairwise,
  share,
  startWith,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
  withLatestFrom,
} from 'rxjs';

import { ACCIDENTS } from './accident.js';
import { type AccidentStep, accidents } from './accidents.js';
import { NOTHING_YET } from './counts.js';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.js';
import { type Followed, NOT_FOLLOWED, follow } from './follow.js';
import { type Comparison, comparisons } from './in-step.js';
import { jsonReport } from './json-report.js';
import { type Options, USAGE, parseOptions } from './options.js';
import { plainReport } from './plain-report.js';
import { type Report } from './report.js';
import { resourceNamed } from './resources.js';
import { terminalReport } from './terminal-report.js';

/** Seconds of a round of accidents, if the run lasts until Ctrl-C. */
const ROUND = 20;
/** Parts of a round that lie between two accidents. */
const CALM = 1 / 8;
/** A run that cannot end within so many times its seconds gives up. */
const PATIENCE = 10;
/** Seconds that a watch of the embedded server lives: short enough to see some timeouts. */
const LIFETIME = 3;
/** Objects per page of the embedded server: few enough to see some pages. */
const PAGE_SIZE = 100;

/** Milliseconds. One press of Ctrl-C may arrive twice: from the terminal, and from npm. */
const SAME_SIGNAL_WITHIN = 500;

/** Runs the job, and returns whether the copy was in step at its end. */
async function main(options: Options): Promise<boolean> {
  const embedded = isEmbedded(options) ? await startEmbeddedServer() : undefined;
  const transports = [transportTo(options, embedded), transportTo(options, embedded)] as const;
  const running = new Subscription();
  try {
    return await run(options, embedded, transports, running);
  } finally {
    running.unsubscribe();
    await Promise.all(transports.map((transport) => transport.close()));
    await embedded?.close();
  }
}

/**
 * Follows the collection until the run is over, and compares the copy with a fresh list.
 *
 * @param running ends everything that goes on in the background
 */
async function run(
  options: Options,
  embedded: EmbeddedServer | undefined,
  [transport, second]: readonly [NodeTransport, NodeTransport],
  running: Subscription,
): Promise<boolean> {
  const { seconds = ROUND } = options;
  const resource = resourceNamed(options.resource);
  const collection: Collection<KubeObject> = { resource, namespace: options.namespace };
  const policies = embedded === undefined ? {} : { pageSize: PAGE_SIZE, lifetime: () => LIFETIME };
  const followed$ = follow(transport, collection, policies);
  const where = embedded?.url ?? options.server ?? `context ${options.context ?? ''}`;
  const report = reportFor(options, `rxkube: ${resource.plural} of ${where}`);
  const signalled$ = signals();
  const deadline$ = new ReplaySubject<unknown>(1);
  running.add(deadlineOf(options, signalled$).subscribe(deadline$));
  running.add(followed$.subscribe({ error: () => undefined })); // the frames below report it
  const survived = new Set<string>();
  let accident = '';

  const steps$ = accidentsOf(embedded, followed$, seconds * CALM * 1_000).pipe(
    tap((step) => {
      if (step.state === 'survived') survived.add(step.accident);
      else ({ accident } = step);
    }),
    share(),
  );
  const frames$ = framesOf(followed$, report.period).pipe(
    tap(([followed, eventsPerSecond, elapsed]) => {
      const { retryAt } = followed.story;
      const retryInMs =
        retryAt === undefined ? undefined : Math.max(0, retryAt - asyncScheduler.now());
      report.show({ ...followed, elapsed, eventsPerSecond, retryInMs, accident });
    }),
  );
  const isDone$ =
    options.seconds === undefined
      ? EMPTY
      : combineLatest([
          timer(seconds * 1_000),
          embedded === undefined ? [true] : steps$.pipe(map(isRoundOver(survived))),
        ]).pipe(filter(([, isOver]) => isOver));
  await lastValueFrom(
    merge(frames$, steps$).pipe(takeUntil(merge(signalled$, isDone$, deadline$))),
    {
      defaultValue: undefined,
    },
  );

  await embedded?.order('stop churn');
  const hadList = (await latest(followed$)).snapshot?.resourceVersion !== undefined;
  // A copy that never had its first list is not worth waiting for.
  const compared = hadList
    ? await lastComparison(second, collection, followed$, deadline$)
    : undefined;
  const { snapshot, counts } = await latest(followed$);
  const inStep = compared?.inStep === true;
  report.end({
    inStep,
    objects: snapshot?.size ?? 0,
    compared,
    counts,
    waitedFor: inStep ? undefined : waitedFor(hadList, embedded, survived),
  });

  return inStep;
}

function latest(followed$: Observable<Followed>): Promise<Followed> {
  return firstValueFrom(followed$, { defaultValue: NOT_FOLLOWED });
}

/** The comparison that shows the copy in step, or the last one before the deadline. */
function lastComparison(
  transport: NodeTransport,
  collection: Collection<KubeObject>,
  followed$: Observable<Followed>,
  deadline$: Observable<unknown>,
): Promise<Comparison | undefined> {
  const snapshots$ = followed$.pipe(
    map(({ snapshot }) => snapshot),
    filter((snapshot) => snapshot !== undefined),
  );

  return lastValueFrom(comparisons(transport, collection, snapshots$).pipe(takeUntil(deadline$)), {
    defaultValue: undefined,
  });
}

/** Whether the copy has survived each accident, and none is under way. */
function isRoundOver(survived: ReadonlySet<string>): (step: AccidentStep) => boolean {
  return ({ state }) => state === 'survived' && survived.size === ACCIDENTS.length;
}

function waitedFor(
  hadList: boolean,
  embedded: EmbeddedServer | undefined,
  survived: ReadonlySet<string>,
): string {
  if (!hadList) return 'the first list';
  const missing =
    embedded === undefined ? undefined : ACCIDENTS.find((accident) => !survived.has(accident));

  return missing === undefined
    ? 'the copy to equal a fresh list'
    : `the copy to survive the accident "${missing}"`;
}

function isEmbedded({ server, context }: Options): boolean {
  return server === undefined && context === undefined;
}

function transportTo(options: Options, embedded: EmbeddedServer | undefined): NodeTransport {
  const { context, token } = options;
  const server = embedded?.url ?? options.server;

  return nodeTransport(server === undefined ? kubeconfig({ context }) : { server, token });
}

function reportFor({ json }: Options, title: string): Report {
  const { stdout } = process;
  if (json) return jsonReport(stdout);

  return stdout.isTTY ? terminalReport(title, stdout) : plainReport(title, stdout);
}

function accidentsOf(
  embedded: EmbeddedServer | undefined,
  followed$: Observable<Followed>,
  calm: number,
): Observable<AccidentStep> {
  return embedded === undefined
    ? EMPTY
    : accidents((accident) => embedded.order(accident), followed$, calm);
}

/** The copy, the events in the last second, and the seconds since the beginning, at each frame of a report. */
function framesOf(
  followed$: Observable<Followed>,
  period: number,
): Observable<readonly [Followed, eventsPerSecond: number, elapsed: number]> {
  const perSecond$ = interval(1_000).pipe(
    withLatestFrom(followed$, (_, { counts }) => counts.events),
    startWith(NOTHING_YET.events),
    pairwise(),
    map(([before, after]) => after - before),
    startWith(0),
  );

  return interval(period).pipe(
    withLatestFrom(followed$, perSecond$, (at, followed, perSecond) => [
      followed,
      perSecond,
      ((at + 1) * period) / 1_000,
    ]),
  );
}

/**
 * Emits at a signal, or when the reader of the output has gone (`| head -3`). A second signal ends the process at once.
 */
function signals(): Observable<void> {
  const signalled$ = new ReplaySubject<void>(1);
  let last: number | undefined;
  // The listeners stay: without one, another listener would take the signal for the end of the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (last !== undefined && now - last > SAME_SIGNAL_WITHIN) process.exit(130);
      last ??= now;
      signalled$.next();
    });
  }

  process.stdout.on('error', () => {
    signalled$.next();
  });

  return signalled$;
}

/** Emits when the run gives up. Without `--seconds` its time begins with the signal that ends it. */
function deadlineOf({ seconds }: Options, signalled$: Observable<void>): Observable<unknown> {
  return (seconds === undefined ? signalled$ : of(undefined)).pipe(
    take(1),
    switchMap(() => timer((seconds ?? ROUND) * PATIENCE * 1_000)),
  );
}

try {
  const options = parseOptions(process.argv.slice(2), process.stdout.isTTY);
  if (options === 'help') process.stdout.write(`${USAGE}\n`);
  else process.exitCode = (await main(options)) ? 0 : 1;
} catch (error) {
  const known = isKubeError(error);
  process.stderr.write(`${known ? `${error.message}\n\n${USAGE}` : String(error)}\n`);
  process.exitCode = 2;
  process.channel?.unref();
}
