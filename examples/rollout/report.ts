import { type CacheSnapshot } from 'rxkube';
import { createLogUpdate } from 'log-update';
import colors from 'picocolors';

import { type Counts } from './counts.js';
import { LEGEND } from './marble-line.js';

/** The state of the run at one moment. */
interface Frame {
  /** Seconds since the beginning. */
  readonly elapsed: number;
  readonly snapshot: CacheSnapshot<unknown> | undefined;
  readonly counts: Counts;
  readonly eventsPerSecond: number;
  readonly marbles: string;
  /** What happened to the embedded server last. */
  readonly accident: string;
}

/** How the run went. */
interface Verdict {
  readonly inStep: boolean;
  readonly objects: number;
  readonly counts: Counts;
}

/** Shows a run to somebody. */
export interface Report {
  /** Milliseconds between two frames. */
  readonly period: number;
  show(frame: Frame): void;
  end(verdict: Verdict): void;
}

/** The last line of a run. */
function lastLine({ inStep, objects, counts }: Verdict): string {
  const { events, bookmarks, resumes, relists } = counts;

  return `in step: ${String(inStep)}, objects=${String(objects)}, events=${String(events)}, bookmarks=${String(bookmarks)}, resumes=${String(resumes)}, relists=${String(relists)}`;
}

/** Characters of the column of names. */
const NAME = 12;

/** Redraws a few lines of a terminal. */
export function terminalReport(title: string, stream: NodeJS.WriteStream): Report {
  const draw = createLogUpdate(stream);

  return {
    period: 100,
    show: (frame) => {
      const width = Math.max(20, stream.columns);
      draw(
        [
          colors.bold(title),
          ...facts(frame, width - NAME).map(([name, value]) => `${name.padEnd(NAME)}${value}`),
          '',
          frame.marbles.slice(-width),
          colors.dim(LEGEND.slice(0, width)),
        ].join('\n'),
      );
    },
    end: (verdict) => {
      draw.done();
      stream.write(`${lastLine(verdict)}\n`);
    },
  };
}

/** One line a second. */
export function plainReport(title: string, stream: NodeJS.WritableStream): Report {
  stream.write(`${title}\n${LEGEND}\n`);

  return {
    period: 1_000,
    show: (frame) => {
      const line = facts(frame, 80).map(([name, value]) => `${name} ${value}`);
      stream.write(`${line.join('  ')}  ${frame.marbles.slice(-24)}\n`);
    },
    end: (verdict) => {
      stream.write(`${lastLine(verdict)}\n`);
    },
  };
}

/** One JSON object a second, and one for the end. */
export function jsonReport(stream: NodeJS.WritableStream): Report {
  const write = (value: object): void => {
    stream.write(`${JSON.stringify(value)}\n`);
  };

  return {
    period: 1_000,
    show: ({ elapsed, snapshot, counts, eventsPerSecond, accident }) => {
      write({
        elapsed,
        phase: snapshot?.phase ?? 'listing',
        objects: snapshot?.size ?? 0,
        resourceVersion: snapshot?.resourceVersion,
        error: snapshot?.error?.message,
        ...tallies(counts),
        eventsPerSecond,
        accident,
      });
    },
    end: ({ inStep, objects, counts }) => {
      write({ inStep, objects, ...tallies(counts) });
    },
  };
}

function tallies({ events, bookmarks, resumes, relists }: Counts): Omit<Counts, 'fresh'> {
  return { events, bookmarks, resumes, relists };
}

function facts(frame: Frame, width: number): readonly (readonly [string, string])[] {
  const { snapshot, counts, eventsPerSecond, accident } = frame;
  const phase = snapshot?.phase ?? 'listing';

  return [
    ['time', `${frame.elapsed.toFixed(0)} s`],
    ['phase', phase === 'live' ? colors.green(phase) : colors.yellow(phase)],
    ['objects', String(snapshot?.size ?? 0)],
    ['events/s', String(eventsPerSecond)],
    ['bookmarks', String(counts.bookmarks)],
    ['resumes', String(counts.resumes)],
    ['relists', String(counts.relists)],
    ...(accident === '' ? [] : ([['accident', accident]] as const)),
    ...(snapshot?.error === undefined
      ? []
      : ([['trouble', colors.red(snapshot.error.message.slice(0, width))]] as const)),
  ];
}
