import { type Transport } from '../transport.js';
import { validatedFunction } from './validated-function.js';

/**
 * The transport that a program passed.
 *
 * @throws ProtocolError `invalidArgument` of `transport`, where it is none.
 */
export function validatedTransport(transport: Transport): Transport {
  return validatedFunction('transport', transport, 'a transport, such as nodeTransport()');
}
