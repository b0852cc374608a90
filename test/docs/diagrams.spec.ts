import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../support/packages.js';
import { filesOf } from './files-of.js';

/** The diagrams that no test runs, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'packages/operators/src/transport.ts':
    'an interface: `test/http/contract` holds each transport to it',
  'packages/operators/src/http/emit-response.ts': 'the same promise, seen from a transport',
  'packages/operators/src/http/request-document.ts': 'a single request without a stream',
  'packages/operators/src/recovery/request-budget.ts': 'requests in many windows, not a stream',
};

/** A row of marbles: a name, then two frames or more. */
const MARBLES = /^ *\* \S.*? {2,}[-a-zA-Z0-9#|()^!]*--[-a-zA-Z0-9#|()^!]*/mu;
const FENCE = /^ *\* ```text\n([^]*?)^ *\* ```$/gmu;

const drawn = filesOf(/^packages\/(?:operators|views)\/src\/.*(?<!\.spec)\.ts$/u).filter((path) =>
  [...textOf(path).matchAll(FENCE)].some(([, fence = '']) => MARBLES.test(fence)),
);

describe('the marble diagrams of operators', () => {
  it.each(drawn.filter((path) => !(path in EXEMPT)))(
    'of %s are run by a test beside it',
    (path) => {
      const specs = filesOf(/\.spec\.ts$/u).filter((spec) => dirname(spec) === dirname(path));

      const runs = new RegExp(
        String.raw`diagramOf\(\s*import\.meta\.url,\s*'\./${basename(path)}'`,
        'u',
      );

      expect(specs.filter((spec) => runs.test(textOf(spec)))).not.toEqual([]);
    },
  );

  it('are exempt only if they exist', () => {
    expect(Object.keys(EXEMPT).filter((path) => !drawn.includes(path))).toEqual([]);
  });
});

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
