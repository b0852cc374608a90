import { protobuf } from '@rxkube/protobuf';

/**
 * A way to use rxkube.
 *
 * @typedef {object} Mode
 * @property {string} name
 * @property {string} about
 * @property {object} options of `snapshots`
 * @property {boolean} [sampled] whether its consumer looks at 20 snapshots a second, and not at each
 * @property {boolean} [readsEach] whether its consumer reads every version of every object
 */

const deferred = { decoding: 'deferred' };

/** @type {readonly Mode[]} */
export const MODES = [
  { name: 'eager', about: 'every snapshot is looked at', options: {} },
  {
    name: 'omit',
    about: "the same with omit: ['managedFields']",
    options: { omit: ['managedFields'] },
  },
  {
    name: 'deferred',
    about: 'deferred decoding, 20 snapshots a second are looked at',
    options: deferred,
    sampled: true,
  },
  {
    name: 'deferred-read',
    about: 'deferred decoding, every version is read',
    options: deferred,
    readsEach: true,
  },
  {
    name: 'adaptive',
    about: 'adaptive decoding, 20 snapshots a second are looked at',
    options: { decoding: 'adaptive' },
    sampled: true,
  },
  {
    name: 'adaptive-read',
    about: 'adaptive decoding, every version is read',
    options: { decoding: 'adaptive' },
    readsEach: true,
  },
  {
    name: 'metadata',
    about: 'metadataOnly: the server sends less',
    options: { metadataOnly: true },
  },
  {
    name: 'protobuf',
    about:
      'protobuf, the metadata of each object is read as it arrives, every snapshot is looked at',
    options: { format: protobuf() },
  },
  {
    name: 'protobuf-deferred',
    about: 'protobuf, deferred decoding, 20 snapshots a second are looked at',
    options: { ...deferred, format: protobuf() },
    sampled: true,
  },
];
