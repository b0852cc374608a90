import { invalidArgument } from '@rxkube/protocol';

/** What an option has to be at least. */
type Shape = 'text' | 'object' | 'flag';

/**
 * The options that a program passed. Programs without types pass anything.
 *
 * @param shapes what some of them must be where they are given.
 * @throws ProtocolError `invalidArgument` for `options` where they are no object, else for a field; quotes nothing.
 */
export function givenOptions<O extends object>(
  options: O,
  shapes: { readonly [K in keyof O]?: Shape } = {},
): O {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('options', 'is no object; pass options as { name: value }, or nothing');
  }
  const fields: Readonly<Record<string, unknown>> = { ...given };
  for (const [field, shape] of Object.entries<Shape | undefined>(shapes)) {
    const value = fields[field];
    if (shape !== undefined && value !== undefined && !isShaped(value, shape)) {
      throw invalidArgument(field, `is no ${shape}; pass ${REMEDIES[shape]}, or leave it out`);
    }
  }

  return options;
}

const REMEDIES: Readonly<Record<Shape, string>> = {
  text: 'a text',
  object: 'an object',
  flag: 'true or false',
};

/** A text such as 'false' would be taken for true. */
function isShaped(value: unknown, shape: Shape): boolean {
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'object':
      return typeof value === 'object' && value !== null;
    case 'flag':
      return typeof value === 'boolean';
  }
}
