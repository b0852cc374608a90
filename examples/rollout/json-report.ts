import { type Counts } from './counts.js';
import { type Report } from './report.js';

/** One JSON object a second, and one for the end. */
export function jsonReport(stream: NodeJS.WritableStream): Report {
  const write = (value: object): void => {
    stream.write(`${JSON.stringify(value)}\n`);
  };

  return {
    period: 1_000,
    show: ({ elapsed, snapshot, counts, eventsPerSecond, story, retryInMs, accident }) => {
      write({
        elapsed,
        phase: snapshot?.phase ?? 'listing',
        objects: snapshot?.size ?? 0,
        resourceVersion: snapshot?.resourceVersion,
        error: snapshot?.error?.message,
        retryInMs,
        ...tallies(counts),
        eventsPerSecond,
        accident,
        story: story.sentences.at(-1)?.text,
      });
    },
    end: ({ inStep, objects, compared, waitedFor, counts }) => {
      write({ inStep, objects, ...compared, waitedFor, ...tallies(counts) });
    },
  };
}

function tallies({ events, bookmarks, resumes, relists }: Counts): object {
  return { events, bookmarks, resumes, relists };
}
