import { describe, expect, it } from 'vitest';

import { SentCredentials } from './sent-credentials.js';

const request = { headers: { accept: 'application/json' } };

function concealed(text: string, headers: Readonly<Record<string, string>>): string {
  const credentials = new SentCredentials();
  credentials.record(request, headers);

  return credentials.conceal(request, text);
}

const basic = Buffer.from('ann:hunter2').toString('base64');

describe('SentCredentials', () => {
  it.each([
    ['a token', 'no: Bearer abcdef, abcdef', { authorization: 'Bearer abcdef' }, 'no: Bearer …, …'],
    ['a login', `${basic} ann hunter2`, { authorization: `Basic ${basic}` }, '… ann …'],
    ['a login for a proxy', basic, { 'proxy-authorization': `Basic ${basic}` }, '…'],
    ['a header of the program', 'key k-1234', { 'x-api-key': 'k-1234' }, 'key …'],
    ['a token that is cut', 'no: abcd…', { authorization: 'Bearer abcdef' }, 'no: …'],
    ['a header in the open', 'rxkube/1', { 'user-agent': 'rxkube/1' }, 'rxkube/1'],
    ['a login that is not base64', 'a !!!! b', { authorization: 'Basic !!!!' }, 'a … b'],
    ['a short value', 'a cat', { 'x-on': 'a' }, 'a cat'],
  ] as const)('F3 masks %s as far as it is a secret', (_what, text, headers, masked) => {
    expect(concealed(text, headers)).toBe(masked);
  });

  it('leaves the text of a request alone that was not sent', () => {
    expect(new SentCredentials().conceal(request, 'Bearer abcdef')).toBe('Bearer abcdef');
  });
});
