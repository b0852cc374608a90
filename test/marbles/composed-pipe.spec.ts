import { describe, expect, it } from 'vitest';

import { composedPipe } from './composed-pipe.js';
import { realPipe } from './pipe.js';
import { chapters } from './stories.js';
import { type Story } from './story.js';

const stories = Object.values(chapters).flat();
/** What `listThenWatch` does beyond its parts: it asks a silent server, … */
const asksTheServer = (story: Story): boolean => story.name.includes('two silent lifetimes');
/** … remembers who does not stream, or breaks streams off, and spares who may not watch, … */
const knowsTheServer = (story: Story): boolean => KNOWS_THE_SERVER.includes(story.name);
/** … and has one back-off for all of its loops, and one budget of requests. */
const isPacedAsAWhole = (story: Story): boolean => PACED_AS_A_WHOLE.includes(story.name);

const PACED_AS_A_WHOLE: readonly string[] = [
  'row: a budget of requests: 500 to everything after it was live',
  'row: a budget of requests: a proxy without a server, after it was live',
  'row: a budget of requests: a list that works and a watch that has expired',
  'row: a budget of requests: a list that works and a watch that has expired, after it was live',
  'row: a budget of requests: a list that works and a watch that is broken',
  'row: a budget of requests: a list that works and a watch that ends at once',
  'row: a budget of requests: a list that works and a watch that is 500',
  'B19 410 on every watch: three relists soon, one in the second half of the minute, and one each minute',
  'B53 a relist that fails in every way goes on, and the last good set stays',
  'B14 an expired version answered with 200 and nothing, for ever: short watches, then a relist, in fewer than ten requests',
  'row: the third failure of the server in a row at one version relists',
  '5.1 lists that fail, watches that fail, and events between: the right set in the end',
];

const KNOWS_THE_SERVER: readonly string[] = [
  'B24 403 with auto: who may list gets the list',
  'B23 a relist asks a server that has refused for pages, until an hour has passed',
  'B23 a stream that is cut, each time before the mark: pages behind the third',
  'B23 an ERROR frame that says nothing, each time before the mark: pages behind the third',
  'B23 a frame that is no JSON, each time before the mark: pages behind the third',
  'B23 a page of a proxy instead of the stream: pages behind the third',
];

describe('the pipe, put together from its parts', () => {
  it('tells the same stories as the whole', () => {
    const told = stories.filter(
      (story) => !asksTheServer(story) && !knowsTheServer(story) && !isPacedAsAWhole(story),
    );
    const failing = told.filter((story) => fails(story, composedPipe) && !fails(story, realPipe));
    expect(told.length).toBeGreaterThan(200);
    expect(failing.map(({ name }) => name)).toEqual([]);
  }, 60_000);

  it('asks a silent server nothing', () => {
    expect(stories.filter(asksTheServer).filter((story) => !fails(story, composedPipe))).toEqual(
      [],
    );
  });

  it('knows nothing of the server beyond one list', () => {
    const known = stories.filter(knowsTheServer);
    expect(known).toHaveLength(KNOWS_THE_SERVER.length);
    expect(known.filter((story) => !fails(story, composedPipe))).toEqual([]);
  });

  it('paces each of its loops by itself', () => {
    const paced = stories.filter(isPacedAsAWhole);
    expect(paced).toHaveLength(PACED_AS_A_WHOLE.length);
    expect(paced.filter((story) => !fails(story, composedPipe))).toEqual([]);
  });
});

function fails({ tell }: Story, pipe: typeof realPipe): boolean {
  try {
    tell(pipe);

    return false;
  } catch {
    return true;
  }
}
