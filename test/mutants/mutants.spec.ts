import { afterAll, describe, expect, it } from 'vitest';

import { type Pipe, realPipe } from '../marbles/pipe.js';
import { chapters } from '../marbles/stories.js';
import { type Story } from '../marbles/story.js';
import { convergenceProperties } from '../properties/convergence.js';
import { framingProperties } from '../properties/framing.js';
import { hostileProperties } from '../properties/hostile.js';
import { mutants } from './mutants.js';

const runs = { first: 1, count: 20 };
const stories: readonly Story[] = [
  ...Object.values(chapters).flat(),
  ...framingProperties(runs),
  ...hostileProperties(runs),
  ...convergenceProperties(runs),
];

/** A story that fails on the real pipe kills no mutant. Its own spec reports the failure. */
const killers = stories
  .filter((story) => survives(story, realPipe))
  .sort((one, other) => Number(one.slow ?? false) - Number(other.slow ?? false));

const kills: string[] = [];

describe('mutants', () => {
  it('are judged by stories that the real pipe passes', () => {
    expect(killers.length).toBeGreaterThan(stories.length * 0.95);
  });

  it.each(mutants)(
    'one of them is caught: $name',
    ({ name, mutate, harmless }) => {
      const broken = mutate(realPipe);
      const unbroken = harmless?.(realPipe) ?? realPipe;
      const killer = killers.find((story) => !survives(story, broken) && survives(story, unbroken));
      expect(killer?.name, `no story notices that ${name}`).toBeDefined();
      kills.push(`${name}\n    ${String(killer?.name)}`);
    },
    60_000,
  );

  afterAll(() => {
    console.info(`Mutants, and the first story that each of them fails:\n${kills.join('\n')}`);
  });
});

function survives({ tell }: Story, pipe: Pipe): boolean {
  try {
    tell(pipe);

    return true;
  } catch {
    return false;
  }
}
