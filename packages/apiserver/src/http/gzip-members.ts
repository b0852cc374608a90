import { type MonoTypeOperatorFunction, map } from 'rxjs';

import { gzipMember } from './gzip-member.js';

const members = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Makes each chunk a gzip member of its own, so that a reader gets the whole chunk at once. Members
 * that follow each other are gzip as well. Watches that share a chunk share its member.
 */
export function gzipMembers(): MonoTypeOperatorFunction<Uint8Array> {
  return map((chunk) => {
    const member = members.get(chunk) ?? gzipMember(chunk);
    members.set(chunk, member);

    return member;
  });
}
