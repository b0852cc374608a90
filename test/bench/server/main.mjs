// The API server of the bench: lists in pages and streams a watch from memory, as fast as its reader takes it.
//
//   node main.mjs KIND COUNT EVENTS [ENCODER]
//
// It writes its URL in one line of JSON when everything is built. POST /bench/begin, events and expire say what a
// contender is to see next, GET /bench/facts what it must end with. It ends with its standard input.
import { createServer } from 'node:http';

import { history } from '../payload/history.mjs';
import { pod } from '../payload/pod.mjs';
import { widget } from '../payload/widget.mjs';
import { jsonOf } from './formats/json.mjs';
import { metadataOf } from './formats/metadata.mjs';
import { protobufOf } from './formats/protobuf.mjs';
import { pageOf } from './page-of.mjs';
import { Run } from './run.mjs';

/** @import { Format } from './formats/format.mjs' */

const [, , name, count, events, encoder] = process.argv;
const kind = name === widget.kind ? widget : pod;
const whole = history(kind, Number(count), Number(events));
const json = jsonOf(kind, whole);
/** @type {Format | undefined} */
let metadata;
const protobuf = encoder === undefined ? undefined : protobufOf(kind, whole, encoder);
let run = new Run();

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
  response.on('error', () => undefined); // a client may leave
  if (pathname.startsWith('/bench/')) {
    response.end(JSON.stringify(told(pathname.slice('/bench/'.length))));

    return;
  }
  if (pathname !== kind.path) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"kind":"Status","apiVersion":"v1","status":"Failure","code":404}');

    return;
  }
  const format = formatFor(request.headers.accept ?? '');
  const isWatch = ['1', 'true'].includes(searchParams.get('watch') ?? '');
  response.setHeader('content-type', isWatch ? format.watchType : format.type);
  if (!isWatch) {
    run.list(response, format, pageOf(searchParams));

    return;
  }
  run.watch(response, format, searchParams.get('allowWatchBookmarks') === 'true').catch(() => {
    response.destroy();
  });
});

/** @param {string} word */
function told(word) {
  switch (word) {
    case 'begin':
      run.end();
      run = new Run();

      return {};
    case 'events':
      run.stream();

      return {};
    case 'expire':
      run.expire();

      return {};
    case 'times':
      return run.times;
    default: {
      const { listVersion, watchedVersion, relistedVersion, expected, frames } = whole;
      const bytes = frames.reduce((sum, { length }) => sum + length, 0);

      return {
        listVersion,
        watchedVersion,
        relistedVersion,
        expected,
        bytes,
        events: frames.length,
      };
    }
  }
}

/** @param {string} accept */
function formatFor(accept) {
  // A client that accepts both gets JSON. Only a client of protobuf alone gets protobuf.
  if (accept.includes('as=PartialObjectMetadata')) return (metadata ??= metadataOf(whole));
  if (accept.startsWith('application/vnd.kubernetes.protobuf')) return protobuf ?? json;

  return json;
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(JSON.stringify({ url: `http://127.0.0.1:${String(port)}` }));
});
process.stdin.resume().on('end', () => {
  process.exit(0);
});
