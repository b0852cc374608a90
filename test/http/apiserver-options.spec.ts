import { pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Carrier, carriers } from './support/apiserver-carriers.js';

const PODS = '/api/v1/pods';

interface Status {
  readonly message: string;
  readonly reason?: string;
  readonly code: number;
  readonly details?: { readonly causes?: readonly { reason: string; field: string }[] };
}

function token(fields: object): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

const good = token({ v: 'meta.k8s.io/v1', rv: 2, start: 'default/a\u0000' });

describe.each(['http', 'transport'] as const)('options of list and watch over %s', (kind) => {
  let carrier: Carrier;

  beforeEach(async () => {
    carrier = await carriers[kind]();
    carrier.server.store.create(pods, { metadata: { name: 'a' } });
  });

  afterEach(() => carrier.close());

  const refusal = async (query: Record<string, string>): Promise<Status & { http: number }> => {
    const { status, text } = await carrier.ask(PODS, query);

    return { http: status, ...(JSON.parse(text) as Status) };
  };

  const RVM = 'resourceVersionMatch';
  const forbidden = (field: string, detail: string): string => `${field}: Forbidden: ${detail}`;
  const unlessProvided = forbidden(
    RVM,
    'resourceVersionMatch is forbidden unless resourceVersion is provided',
  );
  const withContinue = forbidden(
    RVM,
    'resourceVersionMatch is forbidden when continue is provided',
  );
  const requiresNotOlder = forbidden(
    RVM,
    'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  );
  const unlessInitial = forbidden(
    RVM,
    'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
  );
  const onlyNotOlder = `${RVM}: Unsupported value: "Exact": supported values: "NotOlderThan"`;

  it.each([
    ['V1', { [RVM]: 'Exact' }, [unlessProvided]],
    ['V1', { [RVM]: 'NotOlderThan' }, [unlessProvided]],
    ['V2', { [RVM]: 'Exact', resourceVersion: '2', continue: good }, [withContinue]],
    [
      'V3',
      { [RVM]: 'X', resourceVersion: '2' },
      [`${RVM}: Unsupported value: "X": supported values: "Exact", "NotOlderThan", ""`],
    ],
    [
      'V4',
      { [RVM]: 'Exact', resourceVersion: '0' },
      [forbidden(RVM, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')],
    ],
    [
      'V5',
      { sendInitialEvents: 'false' },
      [forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')],
    ],
    ['V1 and V2', { [RVM]: 'Exact', continue: good }, [unlessProvided, withContinue]],
    ['V6', { watch: 'true', sendInitialEvents: 'true' }, [requiresNotOlder]],
    ['V6', { watch: 'true', sendInitialEvents: 'false' }, [requiresNotOlder]],
    [
      'V6 and V9',
      { watch: 'true', sendInitialEvents: '', [RVM]: 'Exact' },
      [requiresNotOlder, onlyNotOlder],
    ],
    ['V8', { watch: '1', [RVM]: 'NotOlderThan', resourceVersion: '2' }, [unlessInitial]],
    ['V8 and V9', { watch: '1', [RVM]: 'Exact' }, [unlessInitial, onlyNotOlder]],
    [
      'V10',
      { watch: '', sendInitialEvents: 'true', [RVM]: 'NotOlderThan', continue: 'x' },
      [withContinue],
    ],
  ])('are refused with 422 by %s: %j', async (_, query, problems) => {
    const status = await refusal(query);
    const text = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;

    expect(status).toMatchObject({
      http: 422,
      code: 422,
      reason: 'Invalid',
      message: `ListOptions.meta.k8s.io "" is invalid: ${text}`,
      details: { group: 'meta.k8s.io', kind: 'ListOptions' },
    });
    expect(status.details?.causes?.map(({ field, reason }) => [field, reason])).toEqual(
      problems.map((problem) => [
        problem.split(':')[0],
        problem.includes('Unsupported') ? 'FieldValueNotSupported' : 'FieldValueForbidden',
      ]),
    );
  });

  it('are refused with 2.3 V7 if streaming lists are off', async () => {
    await carrier.close();
    carrier = await carriers[kind]({ watchList: false });

    expect(
      await refusal({ watch: 'true', sendInitialEvents: 'true', [RVM]: 'NotOlderThan' }),
    ).toMatchObject({
      http: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
    });
  });

  const badVersion = (text: string, problem = 'invalid syntax'): string =>
    `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": ${problem}`;

  it.each([
    [{ limit: 'x' }, 400, 'BadRequest', 'strconv.ParseInt: parsing "x": invalid syntax'],
    [{ limit: '' }, 400, 'BadRequest', 'strconv.ParseInt: parsing "": invalid syntax'],
    [
      { timeoutSeconds: '9223372036854775808' },
      400,
      'BadRequest',
      'strconv.ParseInt: parsing "9223372036854775808": value out of range',
    ],
    [
      { resourceVersion: 'abc' },
      400,
      'BadRequest',
      `invalid resource version: ${badVersion('abc')}`,
    ],
    [{ resourceVersion: '-1' }, 400, 'BadRequest', `invalid resource version: ${badVersion('-1')}`],
    [
      { resourceVersion: '1.5' },
      400,
      'BadRequest',
      `invalid resource version: ${badVersion('1.5')}`,
    ],
    [
      { resourceVersion: '18446744073709551616' },
      400,
      'BadRequest',
      `invalid resource version: ${badVersion('18446744073709551616', 'value out of range')}`,
    ],
    [{ watch: 'true', resourceVersion: 'abc' }, 500, undefined, badVersion('abc')],
    [
      { continue: good, resourceVersion: '2' },
      400,
      'BadRequest',
      'specifying resource version is not allowed when using continue',
    ],
    [
      { continue: token({ v: 'meta.k8s.io/v1', rv: 0, start: 'a\u0000' }) },
      400,
      'BadRequest',
      'invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    [
      { continue: token({ v: 'meta.k8s.io/v1', rv: 2, start: '' }) },
      400,
      'BadRequest',
      'invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
    ],
    [
      { continue: token({ v: 'v9', rv: 2, start: 'a' }) },
      400,
      'BadRequest',
      'invalid continue token: continue key is not valid: server does not recognize this encoded version v9',
    ],
    [
      { fieldSelector: 'spec.color=red' },
      400,
      'BadRequest',
      'field label not supported: spec.color',
    ],
  ])('are refused: %j', async (query, code, reason, message) => {
    const status = await refusal(query);

    expect([status.http, status.code, status.reason, status.message]).toEqual([
      code,
      code,
      reason,
      message,
    ]);
  });

  it.each([
    [{ continue: '***' }, /^invalid continue token: continue key is not valid: /u],
    [{ labelSelector: 'a in (' }, /^unable to parse requirement: /u],
    [{ fieldSelector: 'status.phase' }, /^invalid selector: 'status\.phase'; can't understand /u],
    [{ watch: 'true', labelSelector: '=' }, /^unable to parse requirement: /u],
  ])('are refused with 400 if they do not parse: %j', async (query, message) => {
    const status = await refusal(query);

    expect([status.http, status.reason]).toEqual([400, 'BadRequest']);
    expect(status.message).toMatch(message);
  });

  it.each([
    { limit: '-5' },
    { allowWatchBookmarks: 'true' },
    { watch: '0' },
    { watch: 'FALSE' },
    { unknown: 'x' },
    { shardSelector: 'x' },
    { continue: '', resourceVersionMatch: '' },
  ])('are taken as a plain list: %j', async (query) => {
    const { status, text } = await carrier.ask(PODS, query);

    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ kind: 'PodList', items: [{ metadata: {} }] });
  });

  it('refuse another name than that of the path', async () => {
    const { status, text } = await carrier.ask('/api/v1/watch/namespaces/default/pods/a', {
      fieldSelector: 'metadata.name=b',
    });

    expect(status).toBe(400);
    expect(text).toContain("fieldSelector metadata.name doesn't match requested name");
  });
});
