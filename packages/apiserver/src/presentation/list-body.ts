import { Observable } from 'rxjs';

import { encodeUtf8 } from '@rxkube/protocol/internal';

import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { TableForm } from '../tables/table-form.js';
import { type MetadataForm, type Representation, itemText } from './representation.js';

/** The content of a list. */
export interface ListResult {
  readonly revision: number;
  readonly items: readonly StoredObject[];
  readonly continueToken: string | undefined;
  readonly remaining: number | undefined;
}

/** A list is sent in pieces of about this many characters. */
const PIECE = 64 * 1024;

/**
 * Makes the document in pieces, so that its whole text is never in memory. Custom lists sort their
 * fields.
 */
export function listBody(
  served: ServedResource,
  result: ListResult,
  representation: Representation,
): Observable<Uint8Array> {
  const { revision, items, continueToken, remaining } = result;
  const tail = {
    ...(continueToken !== undefined && { continue: continueToken }),
    ...(remaining !== undefined && { remainingItemCount: remaining }),
  };
  const { before, after } =
    representation instanceof TableForm
      ? representation.listText({ resourceVersion: String(revision), ...tail })
      : textAround(served, String(revision), tail, representation);

  // A loop that stops when the client has gone. A generator through `from` would cost a call per
  // item.
  return new Observable((subscriber) => {
    let piece = before;
    let separator = '';
    for (const item of items) {
      if (subscriber.closed) return;
      piece += `${separator}${itemText(served, item, representation)}`;
      separator = ',';
      if (piece.length >= PIECE) {
        subscriber.next(encodeUtf8(piece));
        piece = '';
      }
    }
    subscriber.next(encodeUtf8(`${piece}${after}\n`));
    subscriber.complete();
  });
}

/** The text around the items. */
function textAround(
  served: ServedResource,
  resourceVersion: string,
  tail: object,
  representation: 'whole' | MetadataForm,
): { readonly before: string; readonly after: string } {
  const whole = representation === 'whole';
  const sorted = whole && !served.builtIn;
  const kind = JSON.stringify(whole ? served.listKind : 'PartialObjectMetadataList');
  const apiVersion = JSON.stringify(whole ? served.apiVersion : representation);
  const metadata = JSON.stringify(
    sorted ? { continue: '', ...tail, resourceVersion } : { resourceVersion, ...tail },
  );

  return sorted
    ? {
        before: `{"apiVersion":${apiVersion},"items":[`,
        after: `],"kind":${kind},"metadata":${metadata}}`,
      }
    : {
        before: `{"kind":${kind},"apiVersion":${apiVersion},"metadata":${metadata},"items":[`,
        after: ']}',
      };
}
