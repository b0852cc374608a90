import { TransportError } from '@rxkube/protocol';

/** The same failure with the name of the request that it hit, where it has none yet. */
export function namedAfter(request: string, error: unknown): unknown {
  if (!(error instanceof TransportError) || error.request !== undefined) return error;
  const { phase, code, problem, cause } = error;

  return new TransportError({ phase, code, problem, request, cause });
}
