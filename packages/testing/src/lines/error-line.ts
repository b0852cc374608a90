import { type KubeError, isKubeError } from '@rxkube/protocol';

/**
 * An error in a few words: `TransportError ECONNRESET`, `StatusError 410 Expired`, `DecodeError json`,
 * `ProtocolError shortWatch`. Any other value is converted by `String`.
 *
 * @since 0.1.0
 */
export function errorLine(error: unknown): string {
  return isKubeError(error) ? [error._tag, ...detail(error)].join(' ') : String(error);
}

function detail(error: KubeError): readonly string[] {
  switch (error._tag) {
    case 'TransportError':
      return [error.code ?? error.phase];
    case 'StatusError':
      return [String(error.code), ...(error.reason === '' ? [] : [error.reason])];
    case 'DecodeError':
      return [error.problem];
    case 'ProtocolError':
      return [error.rule];
  }
}
