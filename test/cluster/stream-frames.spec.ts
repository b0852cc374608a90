import { gunzipSync } from 'node:zlib';

import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { secret } from './support/drafts.js';
import { isNewest, isOurs, sharedCluster } from './support/given.js';
import { gzipMembers } from './support/gzip-members.js';
import { type RawWatch, rawWatch } from './support/raw-watch.js';
import { shows } from './support/shows.js';
import { streamed } from './support/streamed.js';
import { within } from './support/within.js';

const STREAMED =
  'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
const cluster = sharedCluster();
const { api, access } = cluster;

afterAll(() => cluster.close());

interface Frame {
  readonly type: string;
  readonly object: {
    readonly metadata: {
      readonly name?: string;
      readonly resourceVersion: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  };
}

interface Stream {
  readonly path: string;
  readonly watch: RawWatch;
  /** The body as it was before it was compressed. */
  readonly text: () => string;
  readonly frames: readonly Frame[];
  /** The versions of the created objects, in the order of their creation. */
  readonly made: readonly string[];
}

/** Streams a list of two, and a creation and a deletion behind it, each waited for before the next. */
async function stream(purpose: string, encoding: 'identity' | 'gzip'): Promise<Stream> {
  const namespace = await cluster.namespace(purpose);
  const path = `/api/v1/namespaces/${namespace}/secrets`;
  const made: string[] = [];
  const make = async (name: string): Promise<void> => {
    const { metadata } = await api.create(path, secret(name));
    made.push(metadata.resourceVersion ?? '');
  };
  await make('b');
  await make('a');
  const watch = await rawWatch(access, `${path}?${STREAMED}`, { 'accept-encoding': encoding });
  onTestFinished(watch.close);
  const text = (): string =>
    encoding === 'gzip' ? gzipMembers(watch.bytes()).join('') : watch.bytes().toString('utf8');
  const frames = (): readonly Frame[] => framesOf(text());
  const come = (count: number): Promise<true> =>
    within(30_000, `${String(count)} frames`, () =>
      Promise.resolve(frames().length >= count ? true : undefined),
    );
  await come(3);
  await make('c');
  await come(4);
  await api.remove(`${path}/a`);
  await come(5);

  return { path, watch, text, made, frames: frames() };
}

/** All but the bookmarks that may come at any time; the mark is none of them. */
function framesOf(text: string): readonly Frame[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Frame)
    .filter(({ type, object }) => type !== 'BOOKMARK' || object.metadata.annotations !== undefined);
}

function named({ type, object }: Frame): string {
  return [type, object.metadata.name ?? ''].join(' ').trim();
}

// Older servers have none.
describe.runIf(isOurs)('a streaming list', () => {
  it('is the objects, a mark, and what happens then', async () => {
    const { path, watch, text, frames, made } = await stream('streamed', 'identity');

    expect(watch.status).toBe(200);
    expect(watch.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(watch.headers['content-encoding']).toBeUndefined();
    expect(frames.map(named)).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK', 'ADDED c', 'DELETED a']);
    // The objects come by name, and keep their own versions; the mark is not older than any of them.
    const versions = frames.map(({ object }) => object.metadata.resourceVersion);
    expect([versions[1], versions[0], versions[3]]).toEqual(made);
    expect(BigInt(versions[2] ?? '')).toBeGreaterThanOrEqual(BigInt(made[1] ?? ''));
    expect(frames[2]?.object.metadata.annotations).toEqual({
      'k8s.io/initial-events-end': 'true',
    });
    expect(shows(await streamed(Buffer.from(text())), await api.list(path))).toBe(true);
    expect(watch.hasEnded()).toBe(false);
  });

  // Since 1.37.
  it.runIf(isNewest)('is a gzip member for each flush, where gzip is asked for', async () => {
    const { path, watch, text, frames } = await stream('compressed', 'gzip');

    expect(watch.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding') as unknown,
    });
    expect(frames.map(named)).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK', 'ADDED c', 'DELETED a']);
    const members = gzipMembers(watch.bytes());
    expect(members.every((member) => member.endsWith('\n'))).toBe(true);
    // Each of the last two was waited for before the next was made.
    const events = members.map((member) => framesOf(member).map(named));
    expect(events.filter(({ length }) => length > 0).slice(-2)).toEqual([
      ['ADDED c'],
      ['DELETED a'],
    ]);
    expect(gunzipSync(watch.bytes()).toString('utf8')).toBe(text());
    expect(shows(await streamed(Buffer.from(text())), await api.list(path))).toBe(true);
  });

  it('is all of a watch that is ever compressed', async () => {
    const namespace = await cluster.namespace('uncompressed');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const { metadata } = await api.list(path);
    const watch = await rawWatch(
      access,
      `${path}?watch=true&resourceVersion=${metadata.resourceVersion}&allowWatchBookmarks=true`,
      { 'accept-encoding': 'gzip' },
    );
    onTestFinished(watch.close);
    await api.create(path, secret('a'));
    await within(30_000, 'a frame', () =>
      Promise.resolve(watch.bytes().includes('\n') ? true : undefined),
    );

    expect(watch.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(watch.bytes().toString('utf8'))).toMatchObject({ type: 'ADDED' });
  });
});
