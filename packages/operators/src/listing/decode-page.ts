import {
  type ApiRequest,
  type Collection,
  DecodeError,
  type KubeObject,
  List,
  ProtocolError,
  ResourceVersion,
  Status,
  apiVersionOf,
  decodeObject,
  requestName,
  statusError,
} from '@rxkube/protocol';
import { either as E } from 'fp-ts';

import { type Omission } from '../decoding/omission.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { without } from '../decoding/without.js';

/** One page of a list, decoded. */
export interface Page<T> {
  readonly objects: readonly T[];
  readonly version: ResourceVersion;
  /** Leads to the next page; absent on the last one. */
  readonly token: string | undefined;
  readonly remaining: number | undefined;
}

/**
 * Decodes the body of one page.
 *
 * Items of built-in types come without `apiVersion` and `kind`, those of a watch with both: they are filled in, so
 * that an object looks the same whichever way it came.
 */
export function decodePage<T extends KubeObject>(
  body: Uint8Array,
  sent: ApiRequest,
  request: Collection<T>,
  onInvalid: OnInvalid = () => 'fail',
  omit?: readonly Omission[],
): Page<T> {
  const rest = without(omit);
  const list = decodeList(body, sent);
  const version = list.metadata.resourceVersion;
  if (!ResourceVersion.is(version)) throw withoutVersion(sent);
  const { resource } = request;
  const named = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  // The codec knows whole objects; these have no spec and no status.
  const codec = request.metadataOnly === true ? undefined : resource.codec;
  const objects: T[] = [];
  for (const [at, item] of (list.items ?? []).entries()) {
    const decoded = decodeObject(withKind(rest(item), named), `items.${String(at)}`, codec);
    if (E.isRight(decoded)) objects.push(decoded.right);
    else if (onInvalid(decoded.left) !== 'skip') throw decoded.left;
  }
  const { continue: token, remainingItemCount } = list.metadata;

  return {
    objects,
    version,
    token: token === '' ? undefined : token,
    remaining: remainingItemCount ?? undefined,
  };
}

function decodeList(body: Uint8Array, sent: ApiRequest): List {
  const text = new TextDecoder().decode(body);
  if (text.trim() === '') throw notAList(sent, 'an empty body');
  const document = parsed(text, sent);
  if (List.is(document)) return document;
  if (Status.is(document) && document.status === 'Failure') {
    throw statusError(document, { request: requestName(sent) });
  }
  throw notAList(sent, 'a document without metadata and items');
}

function parsed(text: string, sent: ApiRequest): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The message of the SyntaxError quotes the text, which may be a Secret.
    throw new DecodeError({
      problem: 'json',
      path: '',
      expected: `the list that ${requestName(sent)} asked for, as JSON; the body is broken or was cut short after ${String(text.length)} characters`,
    });
  }
}

function withKind(
  item: unknown,
  named: { readonly apiVersion: string; readonly kind: string },
): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { apiVersion, kind } = item as Partial<typeof named>;

  return apiVersion === undefined || kind === undefined ? { ...named, ...item } : item;
}

function notAList(sent: ApiRequest, what: string): ProtocolError {
  return new ProtocolError({
    rule: 'notAList',
    request: requestName(sent),
    problem: `the answer is ${what}, not a list; check the server's address, and what stands before it`,
  });
}

function withoutVersion(sent: ApiRequest): ProtocolError {
  return new ProtocolError({
    rule: 'listWithoutVersion',
    field: 'metadata.resourceVersion',
    request: requestName(sent),
    problem: 'the list does not say its version, so nothing can be watched from it',
  });
}
