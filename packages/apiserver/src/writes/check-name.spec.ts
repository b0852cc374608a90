import { type KubeError, isKubeError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { BUILT_IN_RESOURCES } from '../resources/built-in-resources.js';
import { checkName } from './check-name.js';

function problems(plural: string, name: string, generateName?: string): readonly string[] {
  const served = BUILT_IN_RESOURCES.find((resource) => resource.plural === plural);
  if (served === undefined) throw new Error(`${plural} are served`);
  try {
    checkName(served, name, generateName);
  } catch (error) {
    const { details } = error as Extract<KubeError, { readonly _tag: 'StatusError' }>;
    if (!isKubeError(error)) throw error;

    return (details?.causes ?? []).map(
      ({ field = '', message = '' }) => `${field}: ${message.slice(0, 60)}`,
    );
  }

  return [];
}

const SUBDOMAIN = 'a lowercase RFC 1123 subdomain must';

describe('checkName', () => {
  it.each([
    ['pods', 'a'],
    ['pods', 'a.b-c.9'],
    ['pods', 'a'.repeat(253)],
    ['services', '9-a'],
    ['namespaces', 'a'.repeat(63)],
    ['events', 'A_b.17'],
  ])('lets %s be called %s', (plural, name) => {
    expect(problems(plural, name)).toEqual([]);
  });

  it.each([
    ['pods', 'A', `"A": ${SUBDOMAIN}`],
    ['pods', 'a/b', `"a/b": ${SUBDOMAIN}`],
    ['pods', 'a..b', `"a..b": ${SUBDOMAIN}`],
    ['pods', '-a', `"-a": ${SUBDOMAIN}`],
    ['services', 'a.b', '"a.b": must not contain dots'],
    ['services', 'A', '"A": a lowercase RFC 1123 label must'],
    ['events', 'a/b', `"a/b": may not contain '/' or '%'`],
  ])('does not let %s be called %s', (plural, name, problem) => {
    expect(problems(plural, name)).toEqual([
      expect.stringContaining(`metadata.name: Invalid value: ${problem}`),
    ]);
  });

  it('counts the letters', () => {
    expect(problems('pods', 'a'.repeat(254))).toHaveLength(1);
    expect(problems('services', 'A'.repeat(64))).toHaveLength(2);
  });

  it('checks the prefix of a generated name, whose dash is not its end', () => {
    expect(problems('pods', 'a-x', 'a-')).toEqual([]);
    expect(problems('pods', 'A-x', 'A-')).toEqual([
      expect.stringContaining('metadata.generateName: Invalid value: "A-"'),
      expect.stringContaining('metadata.name: Invalid value: "A-x"'),
    ]);
  });
});
