import { createLogUpdate } from 'log-update';
import colors from 'picocolors';

import { LEGEND } from './marble-line.js';
import { type Row, STATES, type State, barOf, rowsOf } from './pod-rows.js';
import { type Frame, type Report, lastLines } from './report.js';
import { type Sentence } from './story.js';

type Paint = (text: string) => string;

/** Sentences of the story that a screen shows. */
const SENTENCES = 6;
/** Lines of a terminal that does not say how high it is. */
const HEIGHT = 24;
/** Lines beside the table, the story and the legend: title, facts, marbles, and the empty ones between them. */
const FRAME_LINES = 7;
/** Characters of the column of names, and of the column of numbers. */
const NAME = 18;
const NUMBERS = 33;

const MARKS: Readonly<Record<State, readonly [mark: string, paint: Paint]>> = {
  ready: ['█', colors.green],
  running: ['▓', colors.yellow],
  pending: ['░', colors.cyan],
  ending: ['▒', colors.magenta],
  succeeded: ['█', colors.blue],
  failed: ['█', colors.red],
};

const TONES: Readonly<Record<Sentence['tone'], Paint>> = {
  plain: (text) => text,
  good: colors.green,
  bad: colors.red,
};

/** Redraws one screen: a table of pods, the story in sentences, and the marbles with their legend. */
export function terminalReport(title: string, stream: NodeJS.WriteStream): Report {
  const draw = createLogUpdate(stream);

  return {
    period: 100,
    show: (frame) => {
      const width = Math.max(60, stream.columns);
      const legend = wrapped(LEGEND, width);
      const height = stream.rows > 0 ? stream.rows : HEIGHT;
      const most = Math.max(3, height - legend.length - SENTENCES - FRAME_LINES);
      draw(
        [
          colors.bold(title.slice(0, width)),
          facts(frame, width),
          '',
          ...table(frame, most, width),
          '',
          ...story(frame, width),
          '',
          frame.marbles.slice(-width),
          ...legend.map((line) => colors.dim(line)),
        ].join('\n'),
      );
    },
    end: (verdict) => {
      draw.done();
      stream.write(`${lastLines(verdict)}\n`);
    },
  };
}

function facts(frame: Frame, width: number): string {
  const { elapsed, snapshot, counts, eventsPerSecond, retryInMs } = frame;
  const phase = snapshot?.phase ?? 'listing';
  const rest = [
    `${elapsed.toFixed(0)} s`,
    `${String(snapshot?.size ?? 0)} objects`,
    `${String(eventsPerSecond)}/s`,
    `resumes ${String(counts.resumes)}`,
    `relists ${String(counts.relists)}`,
    ...(retryInMs === undefined ? [] : [`next try ${(retryInMs / 1_000).toFixed(1)} s`]),
  ].join(' · ');
  const paint = phase === 'live' ? colors.green : colors.yellow;

  return `${paint(phase)} · ${rest.slice(0, Math.max(0, width - phase.length - 3))}`;
}

function table({ snapshot }: Frame, most: number, width: number): readonly string[] {
  if (snapshot === undefined) return [colors.dim('the first list is on its way')];
  const rows = rowsOf(snapshot, most);
  const shown = rows.length > most ? rows.slice(0, most - 1) : rows;
  const hidden = rows.length - shown.length;
  const room = Math.min(width - NAME - NUMBERS, Math.max(...rows.map(({ total }) => total), 5));

  return [
    ...shown.map((row) => lineOf(row, room)),
    ...(hidden === 0 ? [] : [colors.dim(`and ${String(hidden)} more`)]),
  ];
}

function lineOf(row: Row, room: number): string {
  const bar = barOf(row, room);
  const drawn = bar.reduce((sum, [, length]) => sum + length, 0);
  const painted = bar.map(([state, length]) => {
    const [mark, paint] = MARKS[state];

    return paint(mark.repeat(length));
  });
  const numbers = STATES.flatMap((state) => {
    const count = row.counts[state] ?? 0;

    return count === 0 ? [] : [`${String(count)} ${state}`];
  });

  return `${row.name.slice(0, NAME - 1).padEnd(NAME)}${painted.join('')}${' '.repeat(room - drawn)} ${numbers.join(', ').slice(0, NUMBERS - 1)}`;
}

function story({ story: { sentences } }: Frame, width: number): readonly string[] {
  const lines = sentences.slice(-SENTENCES).map(({ at, text, tone }) => {
    const time = `${at.toFixed(1).padStart(6)} s: `;

    return `${colors.dim(time)}${TONES[tone](text.slice(0, Math.max(0, width - time.length)))}`;
  });

  return [...lines, ...Array.from({ length: SENTENCES - lines.length }, () => '')];
}

/** The words in as many lines as they need. */
function wrapped(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last}, ${word}`;
    if (last !== undefined && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }

  return lines;
}
