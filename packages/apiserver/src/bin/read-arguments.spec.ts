import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readArguments } from './read-arguments.js';

describe('readArguments', () => {
  it('reads the port, and leaves the rest to the server', () => {
    expect(readArguments(['--port', '8001'])).toEqual({
      only: undefined,
      port: 8001,
      host: undefined,
      load: undefined,
      kubeconfig: undefined,
      demo: false,
      options: {},
    });
  });

  it('reads host and token', () => {
    expect(readArguments(['--port=0', '--host', '::1', '--token=secret'])).toEqual({
      only: undefined,
      port: 0,
      host: '::1',
      load: undefined,
      kubeconfig: undefined,
      demo: false,
      options: { token: 'secret' },
    });
  });

  it('reads how the server is to behave', () => {
    const args = ['--namespaces=required', '--history-size', '3', '--bookmark-period=5'];

    expect(readArguments(['--port=0', ...args])).toMatchObject({
      options: { namespaces: 'required', historySize: 3, bookmarkPeriod: 5_000 },
    });
    expect(readArguments(['--port=0', '--namespaces=implicit'])).toMatchObject({
      options: { namespaces: 'implicit' },
    });
  });

  it('F18 takes the token from a file or the environment', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'token-')), 'token');
    writeFileSync(file, 'from-file\n');
    const environment = { RXKUBE_APISERVER_TOKEN: 'from-environment' };

    expect(readArguments(['--port=0', '--token-file', file], environment)).toMatchObject({
      options: { token: 'from-file' },
    });
    expect(readArguments(['--port=0'], environment)).toMatchObject({
      options: { token: 'from-environment' },
    });
  });

  it.each([
    [['--port=0', '--token=a', '--token-file=b'], {}, '--token'],
    [['--port=0', '--token-file=/does/not/exist'], {}, '--token-file'],
    [['--port=0'], { RXKUBE_APISERVER_TOKEN: '' }, 'RXKUBE_APISERVER_TOKEN'],
  ])('F18 refuses %j with %j', (args, environment, field) => {
    expect(() => readArguments(args, environment)).toThrow(
      expect.objectContaining({ rule: 'invalidArgument', field }),
    );
  });

  it('reads what the server is to hold, and where its kubeconfig goes', () => {
    const args = ['--load', 'manifests', '--kubeconfig=./config', '--demo'];

    expect(readArguments(['--port=0', ...args])).toMatchObject({
      load: 'manifests',
      kubeconfig: './config',
      demo: true,
    });
  });

  it('needs no other option for help and for the version', () => {
    expect(readArguments(['-h'])).toEqual({ only: 'help' });
    expect(readArguments(['--version'])).toEqual({ only: 'version' });
  });

  it.each([
    [[], '--port'],
    [['--port', 'http'], '--port'],
    [['--port', ''], '--port'],
    [['--port', '65536'], '--port'],
    [['--port', '1.5'], '--port'],
    [['--port=-1'], '--port'],
    [['--port', '1', '--host', ''], '--host'],
    [['--port', '1', '--token', ''], '--token'],
    [['--port', '1', '--namespaces', 'some'], '--namespaces'],
    [['--port', '1', '--namespaces='], '--namespaces'],
    [['--port', '1', '--history-size', '0'], '--history-size'],
    [['--port', '1', '--bookmark-period', '0.5'], '--bookmark-period'],
    [['--port', '1', '--bookmark-period='], '--bookmark-period'],
    [['--port', '1', '--load='], '--load'],
    [['--port', '1', '--kubeconfig='], '--kubeconfig'],
    [['--port', '1', '--kubeconfig=a', '--token=b'], '--kubeconfig'],
    [['--port', '1', '--demo=yes'], 'arguments'],
    [['--port', '1', 'more'], 'arguments'],
    [['--ports', '1'], 'arguments'],
    [['--port'], 'arguments'],
  ])('refuses %j and names the wrong option', (args, field) => {
    expect(() => readArguments(args)).toThrow(
      expect.objectContaining({ _tag: 'ProtocolError', field }) as Error,
    );
  });

  it('never quotes a token', () => {
    expect(() => readArguments(['--port', 'x', '--token', 'secret'])).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('secret') as string,
      }) as Error,
    );
  });
});
