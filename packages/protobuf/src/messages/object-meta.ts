import { type ObjectMeta, type OwnerReference } from '@rxkube/protocol';
import { type Omission } from '@rxkube/operators';

import { type Message } from '../wire/message.js';
import { readManagedFields } from './managed-fields.js';
import { readOwnerReference } from './owner-reference.js';
import { readTimestamp } from './timestamp.js';

type Draft = { -readonly [K in keyof ObjectMeta]?: ObjectMeta[K] } & { selfLink?: string };

/**
 * Reads the message `meta.v1.ObjectMeta` as JSON has it: empty texts and lists are absent.
 *
 * The managed fields are longer than all other fields and rarely used, so they are parsed when you first read
 * them.
 */
export function readObjectMeta(message: Message, omit: readonly Omission[]): Draft {
  const metadata: Draft = {};
  const labels: Record<string, string> = {};
  const annotations: Record<string, string> = {};
  const owners: OwnerReference[] = [];
  const finalizers: string[] = [];
  let isManaged = false;
  while (message.next()) {
    switch (message.field) {
      case 1:
        set(metadata, 'name', message.exactText());
        break;
      case 2:
        set(metadata, 'generateName', message.text());
        break;
      case 3:
        set(metadata, 'namespace', message.exactText());
        break;
      case 4:
        set(metadata, 'selfLink', message.text());
        break;
      case 5:
        set(metadata, 'uid', message.exactText());
        break;
      case 6:
        set(metadata, 'resourceVersion', message.exactText());
        break;
      case 7:
        if (message.number() !== 0) metadata.generation = message.number();
        break;
      case 8:
        set(metadata, 'creationTimestamp', readTimestamp(message.message('creationTimestamp')));
        break;
      case 9:
        set(metadata, 'deletionTimestamp', readTimestamp(message.message('deletionTimestamp')));
        break;
      case 10:
        metadata.deletionGracePeriodSeconds = message.number();
        break;
      case 11:
        addEntry(labels, message.message('labels'));
        metadata.labels = labels;
        break;
      case 12:
        if (addEntry(annotations, message.message('annotations'), omit)) {
          metadata.annotations = annotations;
        }
        break;
      case 13:
        owners.push(readOwnerReference(message.message('ownerReferences')));
        metadata.ownerReferences = owners;
        break;
      case 14:
        finalizers.push(message.text());
        metadata.finalizers = finalizers;
        break;
      case 17:
        isManaged = true;
        break;
    }
  }
  if (isManaged && !omit.includes('managedFields')) addManagedFields(metadata, message.again());

  return metadata;
}

type Text = 'name' | 'generateName' | 'namespace' | 'selfLink' | 'uid' | 'resourceVersion';

function set(
  metadata: Draft,
  name: Text | 'creationTimestamp' | 'deletionTimestamp',
  value: string | undefined,
): void {
  if (value !== undefined && value !== '') metadata[name] = value;
}

/** Says whether there is something to show: what is left out leaves no trace. */
function addEntry(
  map: Record<string, string>,
  entry: Message,
  omit: readonly Omission[] = [],
): boolean {
  let key = '';
  let value = '';
  while (entry.next()) {
    if (entry.field === 1) key = entry.text();
    else if (entry.field === 2) value = entry.text();
  }
  if (omit.includes(`annotations/${key}`)) return false;
  // The name of a setter of all objects, which would take the value and keep nothing.
  if (key === '__proto__') {
    Object.defineProperty(map, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else map[key] = value;

  return true;
}

/** Nothing is noted of them but that they are there: there may be many. */
function addManagedFields(metadata: Draft, message: Message): void {
  let read: readonly object[] | undefined;
  Object.defineProperty(metadata, 'managedFields', {
    enumerable: true,
    configurable: true,
    get: () => (read ??= readManagedFields(message.again())),
  });
}
