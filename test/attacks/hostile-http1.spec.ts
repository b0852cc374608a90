import { type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { describe, expect, it, onTestFinished } from 'vitest';

import { flood, hostileHttp1 } from './support/hostile-server.js';
import { DATA, MARKER_EVENT, listText, secret, watchedOutcome } from './support/watched-outcome.js';

/** A response of a hostile server: its bytes, or a function that writes them. */
type Bytes = string | Buffer | ((socket: Socket, request: string) => void);
/** The outcome for a list and for a watch. */
type Outcome = 'marker' | 'typed';

const MIB = 2 ** 20;

function head(status = '200 OK', ...fields: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, 'content-type: application/json', ...fields, '', ''].join('\r\n');
}

const CHUNKED = head('200 OK', 'transfer-encoding: chunked');
const CLOSE = head('200 OK', 'connection: close');

function body(text: string | Buffer, ...fields: readonly string[]): Buffer {
  const length = `content-length: ${String(Buffer.byteLength(text))}`;

  return Buffer.concat([Buffer.from(head('200 OK', length, ...fields)), Buffer.from(text)]);
}

/** Writes a response that has no end, and closes behind its last byte if the client waits that long. */
function endless(start: string, chunk: string, megabytes = 12): Bytes {
  return (socket) => {
    socket.write(`${CLOSE}${start}`);
    flood(socket, chunk.repeat(Math.ceil(65_536 / chunk.length)), megabytes * MIB, () =>
      socket.end(),
    );
  };
}

/** Writes some bytes, and nothing more. The connection stays open. */
function stalled(text: string): Bytes {
  return (socket) => socket.write(text);
}

function cutBehind(text: string): Bytes {
  return (socket) => socket.end(text);
}

const REFUSAL = (code: number, message: string): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', code, message });

/** Responses to a list and to a watch alike: no bytes of them are a list or an event. */
const hostile: readonly (readonly [name: string, bytes: Bytes])[] = [
  ['nothing, and a closed connection', cutBehind('')],
  ['nothing at all', stalled('')],
  ['text without HTTP', cutBehind('hello\r\n\r\n')],
  ['binary noise', Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])],
  ['a status of 000', 'HTTP/1.1 000 None\r\n\r\n'],
  ['a status of 600', head('600 Beyond', 'content-length: 0')],
  ['a status of 99', 'HTTP/1.1 99 Low\r\n\r\n'],
  ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['half a head', stalled('HTTP/1.1 200 OK\r\ncontent-ty')],
  [
    'a head of 2 MiB',
    (socket) => {
      flood(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(65_536)}`, 2 * MIB);
    },
  ],
  ['20,000 header fields', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}\r\n`],
  ['a negative length', `${head('200 OK', 'content-length: -1')}{}`],
  ['a length that is not a number', `${head('200 OK', 'content-length: ten')}{}`],
  ['two lengths', `${head('200 OK', 'content-length: 2', 'content-length: 3')}{}`],
  ['a length of 10 GB, and a stall', stalled(`${head('200 OK', 'content-length: 10000000000')}{`)],
  ['a length that is cut', cutBehind(`${head('200 OK', 'content-length: 100')}{"kind":`)],
  ['a negative chunk', `${CHUNKED}-5\r\nhello\r\n`],
  ['a chunk size that overflows', `${CHUNKED}fffffffffffffffff\r\nx`],
  ['a chunk extension of 1 MiB', `${CHUNKED}1;${'x'.repeat(MIB)}\r\n{\r\n`],
  ['no content', head('204 No Content')],
  ['a reset content', head('205 Reset', 'content-length: 0')],
  ['a partial content', body('{').toString().replace('200 OK', '206 Partial')],
  ['not modified', head('304 Not Modified')],
  ['an empty body', body('')],
  ['null', body('null')],
  ['an array', body('[]')],
  ['a number', body('7')],
  ['HTML', head('200 OK', 'content-length: 6').replace('application/json', 'text/html') + '<html>'],
  ['HTML that is labelled as JSON', body('<html><body>login</body></html>')],
  [
    'JSON that is labelled as text',
    body(listText(secret('a')))
      .toString()
      .replace('application/json', 'text/plain'),
  ],
  ['a redirect to itself', head('302 Found', 'location: /', 'content-length: 0')],
  [
    'a redirect to another host',
    head('307 Moved', 'location: http://127.0.0.1:1/', 'content-length: 0'),
  ],
  [
    'a redirect with an endless body',
    (socket) => {
      socket.write(head('301 Moved', 'location: /'));
      flood(socket, 'x'.repeat(65_536), 8 * MIB);
    },
  ],
  ['a throttle for ever', head('429 Slow', 'retry-after: 1000000000', 'content-length: 0')],
  [
    'a wait with 400 digits',
    head('503 Wait', `retry-after: ${'9'.repeat(400)}`, 'content-length: 0'),
  ],
  ['a negative wait', head('503 Wait', 'retry-after: -5', 'content-length: 0')],
  [
    'a refusal that echoes the request',
    (socket, request) => {
      const text = `${request}\npassword: ${DATA}`;
      socket.write(
        `${head('400 Bad', `content-length: ${String(text.length)}`).replace('application/json', 'text/plain')}${text}`,
      );
    },
  ],
  [
    'a Status that echoes the request',
    (socket, request) => {
      const text = REFUSAL(403, request);
      socket.write(
        `${head('403 No', `content-length: ${String(Buffer.byteLength(text))}`)}${text}`,
      );
    },
  ],
  ['a Status with a message of 1 MiB', body(REFUSAL(403, 'm\u001b[31m\n'.repeat(100_000)))],
  ['a broken gzip', body(Buffer.from('not gzip'), 'content-encoding: gzip')],
  [
    'a gzip that is cut',
    body(gzipSync(listText(secret('a'))).subarray(0, 60), 'content-encoding: gzip'),
  ],
  ['gzip in gzip', body(gzipSync(gzipSync(listText())), 'content-encoding: gzip, gzip')],
  ['an unknown encoding', body('x', 'content-encoding: zstd')],
  [
    '100,000 empty members of deflate (F19)',
    body(
      Buffer.concat(Array.from({ length: 100_000 }, () => deflateSync(''))),
      'content-encoding: deflate',
    ),
  ],
  [
    '100,000 empty members of brotli (F19)',
    body(
      Buffer.concat(Array.from({ length: 100_000 }, () => brotliCompressSync(''))),
      'content-encoding: br',
    ),
  ],
  ['an endless line', endless('', 'x')],
  ['an endless string', endless('{"metadata":{"name":"', 'x')],
  ['endless brackets', endless('', '[')],
  ['an endless object of objects', endless('', '{"a":')],
];

/** Lists that are hostile inside. */
const lists: readonly (readonly [name: string, bytes: Bytes, outcome: Outcome])[] = [
  ['white space without end', endless('', ' '), 'typed'],
  [
    'a bomb of 12 MiB of white space in gzip',
    body(gzipSync(' '.repeat(12 * MIB)), 'content-encoding: gzip'),
    'typed',
  ],
  [
    'items without end (F8)',
    endless('{"metadata":{"resourceVersion":"1"},"items":[', '{"metadata":{"name":"a"}},', 4),
    'typed',
  ],
  [
    'one name again and again in gzip (F8)',
    body(
      gzipSync(
        `{"metadata":{"resourceVersion":"1"},"items":[${'{"metadata":{"name":"a"}},'.repeat(50_000)}{}]}`,
      ),
      'content-encoding: gzip',
    ),
    'typed',
  ],
  [
    'empty items in gzip (F8)',
    body(
      gzipSync(`{"metadata":{"resourceVersion":"1"},"items":[${'{},'.repeat(50_000)}{}]}`),
      'content-encoding: gzip',
    ),
    'typed',
  ],
  ['an endless item', endless('{"items":[{"metadata":{"name":"', 'x'), 'typed'],
  [
    'a depth of 100,000',
    body(`{"metadata":{"resourceVersion":"1"},"items":[${'['.repeat(100_000)}`),
    'typed',
  ],
  ['a version with a lone surrogate (F16)', body(listText().replace('"10"', '"\\ud800"')), 'typed'],
  ['a lost version', body(listText().replace('"10"', '""')), 'typed'],
  [
    'empty pages without end (F7)',
    (socket) => {
      socket.write(
        body(
          JSON.stringify({
            metadata: { resourceVersion: '1', continue: String(Math.random()) },
            items: [],
          }),
        ),
      );
    },
    'typed',
  ],
  [
    'one token again and again',
    body(JSON.stringify({ metadata: { resourceVersion: '1', continue: 'T' }, items: [] })),
    'typed',
  ],
  [
    'a token of 1 MiB',
    body(
      JSON.stringify({ metadata: { resourceVersion: '1', continue: 'T'.repeat(MIB) }, items: [] }),
    ),
    'typed',
  ],
  [
    'an informational flood',
    (socket) => {
      flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n', 200_000, () => {
        socket.write(body(listText(secret('marker'))));
      });
    },
    'marker',
  ],
  [
    'trailers and extensions of chunks',
    `${CHUNKED}${listText(secret('marker')).length.toString(16)};a=b\r\n${listText(secret('marker'))}\r\n0\r\nx-trailer: 1\r\n\r\n`,
    'marker',
  ],
  [
    'two responses to one request',
    (socket) => {
      const good = body(listText(secret('marker')));
      socket.write(Buffer.concat([good, body(listText(secret('other')))]));
    },
    'marker',
  ],
  [
    'keys such as __proto__',
    body(
      listText(secret('marker')).replace(
        '"data":{',
        '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"data":{"__proto__":"eA==",',
      ),
    ),
    'marker',
  ],
  [
    'doubled keys',
    body(
      listText(secret('marker')).replace(
        '"metadata":{"name"',
        '"metadata":{"name":"other"},"metadata":{"name"',
      ),
    ),
    'marker',
  ],
  [
    'numbers without measure',
    body(listText(secret('marker')).replace('"data"', '"n":1e999999,"m":-1e-999999,"data"')),
    'marker',
  ],
];

/** Streams of events that are hostile inside. */
const events: readonly (readonly [name: string, bytes: Bytes, outcome: Outcome])[] = [
  [
    'an endless line in gzip',
    body(gzipSync('x'.repeat(3 * MIB)), 'content-encoding: gzip'),
    'typed',
  ],
  ['a list in place of events', body(listText(secret('a'))), 'typed'],
  [
    'an ERROR frame that echoes data',
    body(
      `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 500, message: 'boom' } })}\n`,
    ),
    'typed',
  ],
  [
    'an ERROR frame with a reason of 1 MiB (F13)',
    body(
      `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 500, reason: 'r'.repeat(MIB / 2) } })}\n`,
    ),
    'typed',
  ],
  [
    'a frame with one lost quote (F3)',
    body(
      `${JSON.stringify({ type: 'ADDED', object: secret('a', '11') }).replace('"data"', '"data')}\n`,
    ),
    'typed',
  ],
  [
    'a frame that is cut in its data (F3)',
    cutBehind(
      `${CLOSE}${JSON.stringify({ type: 'ADDED', object: secret('a', '11') }).slice(0, -10)}`,
    ),
    'typed',
  ],
  [
    'an object without a name',
    body(`{"type":"ADDED","object":{"metadata":{},"data":{"password":"${DATA}"}}}\n`),
    'typed',
  ],
  [
    '2 MiB of newlines',
    (socket) => {
      socket.write(CLOSE);
      flood(socket, '\n'.repeat(65_536), 2 * MIB, () => socket.write(MARKER_EVENT));
    },
    'marker',
  ],
  [
    '20,000 events of an unknown type (F19)',
    (socket) => {
      socket.write(CLOSE);
      flood(socket, '{"type":"X","object":{}}\n'.repeat(1_000), 25 * 20_000, () =>
        socket.write(MARKER_EVENT),
      );
    },
    'marker',
  ],
  [
    '20,000 bookmarks',
    (socket) => {
      const bookmark = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"50"}}}\n';
      socket.write(CLOSE);
      flood(socket, bookmark.repeat(1_000), bookmark.length * 20_000, () =>
        socket.write(MARKER_EVENT),
      );
    },
    'marker',
  ],
  [
    'events with keys such as __proto__',
    (socket) => {
      socket.write(
        `${CLOSE}${MARKER_EVENT.replace('"data":{', '"__proto__":{"polluted":1},"data":{"__proto__":"eA==",')}`,
      );
    },
    'marker',
  ],
];

/** Starts a server that is hostile to one kind of request, and gives the outcome. */
async function outcomeOf(bytes: Bytes, to: 'list' | 'watch'): Promise<string> {
  const server = await hostileHttp1((socket, request) => {
    const isWatch = request.includes('watch=true');
    if (isWatch !== (to === 'watch')) socket.write(isWatch ? CLOSE : body(listText(secret('a'))));
    else if (typeof bytes === 'function') bytes(socket, request);
    else socket.write(bytes);
  });
  onTestFinished(() => server.close());
  const outcome = await watchedOutcome(server.url);
  // The cases end at the first error, so that only circles could make many requests.
  expect(server.requests.length).toBeLessThan(30);
  expect(Object.prototype).not.toHaveProperty('polluted');

  return outcome === 'marker' ? 'marker' : 'typed';
}

describe.concurrent('a hostile server of HTTP/1.1', () => {
  it.each(hostile)('that responds to a list with %s gets a typed error', async (_name, bytes) => {
    expect(await outcomeOf(bytes, 'list')).toBe('typed');
  });

  it.each(hostile)('that responds to a watch with %s gets a typed error', async (_name, bytes) => {
    expect(await outcomeOf(bytes, 'watch')).toBe('typed');
  });

  it.each(lists)('that lists %s changes nothing else', async (_name, bytes, outcome) => {
    expect(await outcomeOf(bytes, 'list')).toBe(outcome);
  });

  it.each(events)('that sends %s changes nothing else', async (_name, bytes, outcome) => {
    expect(await outcomeOf(bytes, 'watch')).toBe(outcome);
  });
});
