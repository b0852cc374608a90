import { describe, expect, it } from 'vitest';

import { isExcludedBy } from './excluded-by.js';

describe('B45 isExcludedBy', () => {
  it.each([
    ['example.com', 'example.com', 443],
    ['example.com', 'api.example.com', 443],
    ['EXAMPLE.com', 'Api.Example.COM', 443],
    ['.example.com', 'api.example.com', 443],
    ['*.example.com', 'a.b.example.com', 443],
    ['.svc', 'kubernetes.default.svc', 443],
    ['other.com, example.com:6443', 'example.com', 6443],
    ['.example.com:6443', 'api.example.com', 6443],
    ['10.0.0.1', '10.0.0.1', 443],
    ['10.0.0.1:6443', '10.0.0.1', 6443],
    ['10.0.0.0/8', '10.200.3.4', 443],
    ['192.168.0.0/16,10.0.0.0/8', '10.1.2.3', 6443],
    ['fd00::/8', 'fd12::1', 443],
    ['fd12::1', 'fd12::1', 443],
    ['[fd12::1]:6443', 'fd12::1', 6443],
    ['0.0.0.0/0', '8.8.8.8', 443],
    ['*', 'anything.example', 443],
    ['x.com,*', '10.0.0.1', 443],
  ])('%j keeps %s:%i away', (noProxy, host, port) => {
    expect(isExcludedBy(noProxy, host, port)).toBe(true);
  });

  it.each([
    ['', 'example.com', 443],
    [' , ,', 'example.com', 443],
    ['example.com', 'notexample.com', 443],
    ['example.com', 'example.com.org', 443],
    ['.example.com', 'example.com', 443],
    ['*.example.com', 'example.com', 443],
    ['example.com:6443', 'example.com', 443],
    ['example.com:x', 'example.com', 443],
    ['10.0.0.1:6443', '10.0.0.1', 443],
    ['10.0.0.0/8', '11.0.0.1', 443],
    ['10.0.0.0/8', '10.example.com', 443],
    ['10.0.0.0/33', '10.0.0.1', 443],
    ['fd00::/8', '10.0.0.1', 443],
    ['fd00::/129', 'fd12::1', 443],
    [':6443', 'example.com', 6443],
    ['example.com other.com', 'example.com', 443],
    ['*example.com', 'example.com', 443],
  ])('%j leaves %s:%i to the proxy', (noProxy, host, port) => {
    expect(isExcludedBy(noProxy, host, port)).toBe(false);
  });
});
