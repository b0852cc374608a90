import { LEGEND } from './marble-line.js';
import { type Report, lastLines } from './report.js';

/** Characters of the marble line: two seconds and a half. */
const MARBLES = 25;

/** One short line a second: the sentences that are new, or else the marbles. An error is printed whole. */
export function plainReport(title: string, stream: NodeJS.WritableStream): Report {
  let told = 0;
  stream.write(`${title}\n${LEGEND.join(', ')}\n`);

  return {
    period: 1_000,
    show: ({ elapsed, snapshot, eventsPerSecond, story, marbles }) => {
      const news = story.sentences.filter(({ at }) => at > told).map(({ text }) => text);
      told = story.sentences.at(-1)?.at ?? told;
      const facts = [
        `${elapsed.toFixed(0).padStart(4)} s`,
        (snapshot?.phase ?? 'listing').padEnd(11),
        `${String(snapshot?.size ?? 0)} objects`,
        `${String(eventsPerSecond)} events/s`,
        news.length === 0 ? marbles.slice(-MARBLES) : news.join('; '),
      ];
      stream.write(`${facts.join('  ')}\n`);
    },
    end: (verdict) => {
      stream.write(`${lastLines(verdict)}\n`);
    },
  };
}
