import { describe, expect, it } from 'vitest';

import { callerProblem } from './check-caller.js';

const NONE = { hosts: [], origins: [] };

describe('callerProblem', () => {
  it.each(['localhost:8001', '127.0.0.1', '127.1.2.3:1', '[::1]:8001'])(
    'F5 accepts the host %s',
    (host) => {
      expect(callerProblem({ host }, NONE)).toBeUndefined();
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    'a@localhost',
    '10.0.0.1',
  ])('F5 refuses the host "%s"', (host) => {
    expect(callerProblem({ host }, NONE)).toContain(`the host ${JSON.stringify(host)}`);
  });

  it.each(['http://localhost:4200', 'https://127.0.0.1', 'http://[::1]:3000'])(
    'F5 accepts pages of %s, even if the browser calls them cross-site',
    (origin) => {
      const headers = { host: 'localhost', origin, 'sec-fetch-site': 'cross-site' };

      expect(callerProblem(headers, NONE)).toBeUndefined();
    },
  );

  it.each(['https://evil.example', 'null', 'file://', 'http://localhost.evil.example'])(
    'F5 refuses pages of %s',
    (origin) => {
      expect(callerProblem({ host: 'localhost', origin }, NONE)).toContain('the origin');
    },
  );

  it('F5 refuses a request of another site that names no origin', () => {
    const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site' };

    expect(callerProblem(headers, NONE)).toContain('pages of other sites');
  });

  it('accepts the hosts and origins of the options', () => {
    const headers = { host: 'api.test:8001', origin: 'https://dashboard.test' };
    const accepted = { hosts: ['api.test'], origins: ['https://dashboard.test'] };

    expect(callerProblem(headers, accepted)).toBeUndefined();
  });
});
