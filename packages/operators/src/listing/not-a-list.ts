import {
  type ApiRequest,
  type Collection,
  type KubeObject,
  type ListPage,
  ProtocolError,
  listRequest,
  requestName,
} from '@rxkube/protocol';

/** Something else than a list answers. */
export function notAList(sent: ApiRequest, what: string): ProtocolError {
  return new ProtocolError({
    rule: 'notAList',
    request: requestName(sent),
    problem: `the answer is ${what}, not a list; check the server's address, and what stands before it`,
  });
}

/** Without its version a list leads nowhere. */
export function withoutVersion(sent: ApiRequest): ProtocolError {
  return new ProtocolError({
    rule: 'listWithoutVersion',
    field: 'metadata.resourceVersion',
    request: requestName(sent),
    problem: 'the list does not say its version, so nothing can be watched from it',
  });
}

/** The tokens of a list lead in a circle. */
export function repeatedContinue<T extends KubeObject>(
  request: Collection<T>,
  page: ListPage,
): ProtocolError {
  return new ProtocolError({
    rule: 'repeatedContinue',
    field: 'metadata.continue',
    problem: 'the server answered a continue token with one that it gave before; starting over',
    request: requestName(listRequest(request, page)),
  });
}
