import { invalidArgument } from '@rxkube/protocol';

/**
 * The options that a program passed. Programs without types pass anything.
 *
 * @throws ProtocolError `invalidArgument` for `options` where they are no object.
 */
export function givenOptions<O extends object>(options: O): O {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('options', 'is no object; pass options as { name: value }, or nothing');
  }

  return options;
}
