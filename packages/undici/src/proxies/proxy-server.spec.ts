import { describe, expect, it } from 'vitest';

import { proxyAuthorization, proxyServer } from './proxy-server.js';

describe('proxyServer', () => {
  it.each([
    ['http://p.example', { speaks: 'http', host: 'p.example', port: 80 }],
    ['https://p.example', { speaks: 'https', host: 'p.example', port: 443 }],
    ['https://[fd12::1]:3128', { speaks: 'https', host: 'fd12::1', port: 3128 }],
    ['socks5://p.example', { speaks: 'socks5', host: 'p.example', port: 1080 }],
    ['socks5h://p.example:9', { speaks: 'socks5', host: 'p.example', port: 9 }],
  ])('reads %s', (text, proxy) => {
    expect(proxyServer('proxy', text)).toMatchObject(proxy);
  });

  it('takes user and password apart from the address', () => {
    const proxy = proxyServer('proxy', 'http://ann:p%40ss@p.example:3128');

    expect(proxy).toMatchObject({
      username: 'ann',
      password: 'p@ss',
      origin: 'http://p.example:3128',
    });
    expect(proxyAuthorization(proxy)).toEqual({
      'proxy-authorization': `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
    });
    expect(proxyAuthorization(proxyServer('proxy', 'http://p.example'))).toEqual({});
  });

  it.each([
    's3cret',
    'ftp://ann:s3cret@p',
    'socks4://p',
    'http://ann:s3cret%@p',
    'socks5://',
    '',
    5,
  ])('refuses %j, and does not quote it', (text) => {
    const read = (): unknown => proxyServer('proxy', text);

    expect(read).toThrow(expect.objectContaining({ rule: 'invalidArgument', field: 'proxy' }));
    expect(read).not.toThrow(/s3cret/u);
  });
});
