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
  concatMap,
  filter,
  firstValueFrom,
  from,
  ignoreElements,
  interval,
  lastValueFrom,
  map,
  merge,
  mergeMap,
  pairwise,
  repeat,
  startWith,
  takeUntil,
  tap,
  timer,
  withLatestFrom,
} from 'rxjs';

import { ACCIDENTS, type Accident } from './accident.js';
import { NOTHING_YET } from './counts.js';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.js';
import { type Followed, follow } from './follow.js';
import { inStep } from './in-step.js';
import { type Options, USAGE, parseOptions } from './options.js';
import { type Report, jsonReport, plainReport, terminalReport } from './report.js';
import { resourceNamed } from './resources.js';

/** Seconds after which the accidents begin again, where a run has no end of its own. */
const ROUND = 20;
/** Seconds that a watch of the embedded server lives: short enough to see some timeouts. */
const LIFETIME = 3;
/** Objects per page of the embedded server: few enough to see some pages. */
const PAGE_SIZE = 100;

/** Runs the job, and says whether the copy was in step at its end. */
async function main(options: Options): Promise<boolean> {
  const resource = resourceNamed(options.resource);
  const collection: Collection<KubeObject> = { resource, namespace: options.namespace };
  const embedded = isEmbedded(options) ? await startEmbeddedServer() : undefined;
  const transport = transportTo(options, embedded);
  const policies = embedded === undefined ? {} : { pageSize: PAGE_SIZE, lifetime: () => LIFETIME };
  const followed$ = follow(transport, collection, policies);
  const where = embedded?.url ?? options.server ?? `context ${options.context ?? ''}`;
  const report = reportFor(options, `rxkube: ${resource.plural} of ${where}`);
  const copy = followed$.subscribe({ error: () => undefined }); // the run below reports it
  let accident = '';

  const accidents$ = accidentsOf(embedded, options.seconds ?? ROUND).pipe(
    tap((name) => {
      accident = name;
    }),
  );
  const frames$ = framesOf(followed$, report.period).pipe(
    tap(([{ snapshot, counts, marbles }, eventsPerSecond, elapsed]) => {
      report.show({ elapsed, snapshot, counts, eventsPerSecond, marbles, accident });
    }),
  );
  await lastValueFrom(merge(frames$, accidents$).pipe(takeUntil(endOf(options))), {
    defaultValue: undefined,
  });

  await embedded?.order('stop churn');
  const second = transportTo(options, embedded);
  const snapshots$ = followed$.pipe(
    map(({ snapshot }) => snapshot),
    filter((snapshot) => snapshot !== undefined),
  );
  // A copy that never had its first list is not worth waiting for.
  const isInStep =
    (await latest(followed$)).snapshot?.resourceVersion !== undefined &&
    (await firstValueFrom(inStep(second, collection, snapshots$), { defaultValue: false }));
  const { snapshot, counts } = await latest(followed$);
  copy.unsubscribe();
  await Promise.all([transport.close(), second.close(), embedded?.order('close')]);
  report.end({ inStep: isInStep, objects: snapshot?.size ?? 0, counts });

  return isInStep;
}

function latest(followed$: Observable<Followed>): Promise<Pick<Followed, 'snapshot' | 'counts'>> {
  return firstValueFrom(followed$, {
    defaultValue: { snapshot: undefined, counts: NOTHING_YET },
  });
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

/** The accidents of a run, in rounds of so many seconds, each when it is over. */
function accidentsOf(embedded: EmbeddedServer | undefined, seconds: number): Observable<Accident> {
  if (embedded === undefined) return EMPTY;
  const round$ = from(ACCIDENTS).pipe(
    mergeMap(([part, name]) => timer(part * seconds * 1_000).pipe(map(() => name))),
    concatMap((name) => from(embedded.order(name)).pipe(map(() => name))),
  );

  return merge(round$, timer(seconds * 1_000).pipe(ignoreElements())).pipe(repeat());
}

/** The copy, the events in the last second, and the seconds since the beginning, once in a while. */
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
 * Ends at the time that was given, with a signal, or where nobody reads any more (`| head -3`); a second signal does
 * not wait for anything.
 */
function endOf({ seconds }: Options): Observable<unknown> {
  const signalled$ = new ReplaySubject<void>(1);
  let signals = 0;
  // The listeners stay: without one, whoever else listens takes the signal for the end of the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (++signals > 1) process.exit(130);
      signalled$.next();
    });
  }

  process.stdout.on('error', () => {
    signalled$.next();
  });

  return seconds === undefined ? signalled$ : merge(signalled$, timer(seconds * 1_000));
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
