import { describe, expect, it } from 'vitest';

import { environmentProxy } from './environment-proxy.js';

const HTTPS_PROXY = 'http://proxy.example:3128';

describe('environmentProxy', () => {
  it.each([
    ['https://a.example', { HTTPS_PROXY }],
    ['https://a.example', { https_proxy: HTTPS_PROXY }],
    ['https://a.example', { HTTPS_PROXY, https_proxy: 'http://other.example' }],
    ['https://a.example', { HTTPS_PROXY: '', https_proxy: HTTPS_PROXY }],
    ['https://a.example', { HTTPS_PROXY: 'proxy.example:3128' }],
    ['http://a.example', { HTTP_PROXY: HTTPS_PROXY }],
    ['http://a.example', { http_proxy: HTTPS_PROXY, HTTPS_PROXY: 'http://other.example' }],
    ['https://a.example', { HTTPS_PROXY, NO_PROXY: 'b.example' }],
    ['https://a.example', { HTTPS_PROXY, NO_PROXY: 'a.example:80' }],
    ['https://10.0.0.1', { HTTPS_PROXY, NO_PROXY: '10.0.1.0/24' }],
  ])('leads %s through the proxy of %o', (origin, env) => {
    expect(environmentProxy(origin, env)?.origin).toBe(HTTPS_PROXY);
  });

  it.each([
    ['https://a.example', {}],
    ['https://a.example', { HTTP_PROXY: HTTPS_PROXY }],
    ['http://a.example', { HTTPS_PROXY }],
    ['https://localhost:6443', { HTTPS_PROXY }],
    ['https://127.0.0.1:6443', { HTTPS_PROXY }],
    ['https://127.9.9.9', { HTTPS_PROXY }],
    ['https://[::1]:6443', { HTTPS_PROXY }],
    ['https://a.example', { HTTPS_PROXY, NO_PROXY: 'a.example:443' }],
    ['https://a.example', { HTTPS_PROXY, no_proxy: '.example' }],
    ['https://[fd12::1]:6443', { HTTPS_PROXY, NO_PROXY: 'fd00::/8' }],
    ['http://a.example', { HTTP_PROXY: HTTPS_PROXY, NO_PROXY: 'a.example:80' }],
  ])('leads %s past the proxy of %o', (origin, env) => {
    expect(environmentProxy(origin, env)).toBeUndefined();
  });

  it.each([
    ['HTTPS_PROXY', 'https://a.example', { HTTPS_PROXY: 'ftp://ann:s3cret@p' }],
    ['https_proxy', 'https://a.example', { https_proxy: 'http://ann:s3cret@:x' }],
    ['HTTP_PROXY', 'http://a.example', { HTTP_PROXY: HTTPS_PROXY, REQUEST_METHOD: 'GET' }],
  ])('names %s where it cannot be used, and does not quote it', (field, origin, env) => {
    const read = (): unknown => environmentProxy(origin, env);

    expect(read).toThrow(expect.objectContaining({ rule: 'invalidArgument', field }));
    expect(read).not.toThrow(/s3cret/u);
  });
});
