import {
  type ApiRequest,
  type Collection,
  type KubeObject,
  type ListPage,
  ProtocolError,
  listRequest,
  requestName,
} from '@rxkube/protocol';

/** The response is not a list. */
export function notAList(sent: ApiRequest, what: string): ProtocolError {
  return new ProtocolError({
    rule: 'notAList',
    request: requestName(sent),
    problem: `the response is ${what}, not a list; check the server's address, and any proxy in front of it`,
  });
}

/** A list has no version, so no watch can follow it. */
export function withoutVersion(sent: ApiRequest): ProtocolError {
  return new ProtocolError({
    rule: 'listWithoutVersion',
    field: 'metadata.resourceVersion',
    request: requestName(sent),
    problem: 'the list has no version, so no watch can follow it',
  });
}

/** Page after page is empty and names another one. */
export function endlessList<T extends KubeObject>(
  request: Collection<T>,
  page: ListPage,
  emptyPages: number,
): ProtocolError {
  return new ProtocolError({
    rule: 'endlessList',
    field: 'metadata.continue',
    problem: `the server returned ${String(emptyPages)} empty pages in a row and a token for another one; the next page waits`,
    request: requestName(listRequest(request, page)),
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
    problem: 'the server returned a continue token a second time; starting over',
    request: requestName(listRequest(request, page)),
  });
}
