import { type JsonObject } from '../objects/stored-object.js';
import { ageOf, fieldAt, nameOf, textAt, textsAt } from './fields.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

/** The access modes in the order in which a table names them. */
const ACCESS_MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;
/** The annotation that named the class before the field did. It still precedes the field. */
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

export const persistentVolumeTable: TableShape = {
  columns: [
    NAME,
    column('Capacity'),
    column('Access Modes'),
    column('Reclaim Policy'),
    column('Status'),
    column('Claim'),
    column('StorageClass'),
    column('VolumeAttributesClass'),
    column('Reason'),
    AGE,
    ...wide('VolumeMode'),
  ],
  cells: (object, now) => [
    nameOf(object),
    textAt(object, 'spec', 'capacity', 'storage') || '0',
    accessModes(object, 'spec'),
    // A real server writes its defaults into the spec and the status.
    textAt(object, 'spec', 'persistentVolumeReclaimPolicy') || 'Retain',
    phaseOf(object),
    claimOf(object),
    classOf(object),
    textAt(object, 'spec', 'volumeAttributesClassName') || '<unset>',
    textAt(object, 'status', 'reason'),
    ageOf(object, now),
    textAt(object, 'spec', 'volumeMode') || 'Filesystem',
  ],
};

export const persistentVolumeClaimTable: TableShape = {
  columns: [
    NAME,
    column('Status'),
    column('Volume'),
    column('Capacity'),
    column('Access Modes'),
    column('StorageClass'),
    column('VolumeAttributesClass'),
    AGE,
    ...wide('VolumeMode'),
  ],
  cells: (object, now) => {
    const volume = textAt(object, 'spec', 'volumeName');

    return [
      nameOf(object),
      phaseOf(object),
      volume,
      volume === '' ? '' : textAt(object, 'status', 'capacity', 'storage') || '0',
      volume === '' ? '' : accessModes(object, 'status'),
      classOf(object),
      textAt(object, 'spec', 'volumeAttributesClassName') || '<unset>',
      ageOf(object, now),
      textAt(object, 'spec', 'volumeMode') || 'Filesystem',
    ];
  },
};

function accessModes(object: JsonObject, part: 'spec' | 'status'): string {
  const modes = textsAt(object, part, 'accessModes');

  return ACCESS_MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

function phaseOf(object: JsonObject): string {
  return fieldAt(object, 'metadata', 'deletionTimestamp') === undefined
    ? textAt(object, 'status', 'phase') || 'Pending'
    : 'Terminating';
}

function claimOf(object: JsonObject): string {
  return fieldAt(object, 'spec', 'claimRef') === undefined
    ? ''
    : `${textAt(object, 'spec', 'claimRef', 'namespace')}/${textAt(object, 'spec', 'claimRef', 'name')}`;
}

function classOf(object: JsonObject): string {
  const beta = fieldAt(object, 'metadata', 'annotations', BETA_CLASS);

  return typeof beta === 'string' ? beta : textAt(object, 'spec', 'storageClassName');
}
