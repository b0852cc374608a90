import { type Transport } from '../transport.js';
import { givenFunction } from './given-function.js';

/**
 * The transport that a program passed.
 *
 * @throws ProtocolError `invalidArgument` of `transport`, where it is none.
 */
export function givenTransport(transport: Transport): Transport {
  return givenFunction('transport', transport, 'a transport, such as nodeTransport()');
}
