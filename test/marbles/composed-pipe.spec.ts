import { describe, expect, it } from 'vitest';

import { composedPipe } from './composed-pipe.js';
import { realPipe } from './pipe.js';
import { chapters } from './stories.js';
import { type Story } from './story.js';

const stories = Object.values(chapters).flat();
/** Stories that need the question to a silent server, which `listThenWatch` asks in front of a watch. */
const asksTheServer = (story: Story): boolean => story.name.includes('two silent lifetimes');
/** Stories that need the memory of servers that do not stream, which outlives the pipe. */
const knowsTheServer = (story: Story): boolean => KNOWS_THE_SERVER.includes(story.name);

const KNOWS_THE_SERVER: readonly string[] = [
  // Each relist of the composed pipe asks for a stream again, because the memory is not public.
  'B23 a relist asks a server that has refused for pages, until an hour has passed',
];

describe('the pipe, put together from its parts', () => {
  it('tells the same stories as the whole', () => {
    const told = stories.filter((story) => !asksTheServer(story) && !knowsTheServer(story));
    const failing = told.filter((story) => fails(story, composedPipe) && !fails(story, realPipe));
    expect(told.length).toBeGreaterThan(200);
    expect(failing.map(({ name }) => name)).toEqual([]);
  }, 60_000);

  it('asks a silent server nothing', () => {
    expect(stories.filter(asksTheServer).filter((story) => !fails(story, composedPipe))).toEqual(
      [],
    );
  });

  it('does not know the server beyond one list', () => {
    const known = stories.filter(knowsTheServer);
    expect(known).toHaveLength(KNOWS_THE_SERVER.length);
    expect(known.filter((story) => !fails(story, composedPipe))).toEqual([]);
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
