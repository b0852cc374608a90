import { invalidArgument } from '@rxkube/protocol';
import { validateNames } from '@rxkube/protocol/internal';

/** The least that an option must be. `any` is for an option that has a check of its own. */
type Shape = 'text' | 'object' | 'flag' | 'any';

/**
 * Returns the options that a program passed, after a check of their shapes. Programs without types pass anything.
 *
 * @param shapes the shapes of all options; absent options pass
 * @throws ProtocolError `invalidArgument` for `options`, an unknown name or a field. Values are not quoted.
 */
export function validatedShapes<O extends object>(
  options: O,
  shapes: { readonly [K in keyof O]-?: Shape } & Readonly<Record<string, Shape>>,
): O {
  const value: unknown = options;
  if (typeof value !== 'object' || value === null) {
    throw invalidArgument('options', `must be an object, got ${kindOf(value)}`);
  }
  validateNames(value, Object.keys(shapes));
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const [field, shape] of Object.entries<Shape>(shapes)) {
    const option = fields[field];
    if (option !== undefined && !hasShape(option, shape)) {
      throw invalidArgument(field, `must be ${WORDS[shape]}, got ${kindOf(option)}`);
    }
  }

  return options;
}

const WORDS: Readonly<Record<Shape, string>> = {
  text: 'a string',
  object: 'an object',
  flag: 'true or false',
  any: 'there',
};

/** The string 'false' is refused as a flag, because it would count as true. */
function hasShape(value: unknown, shape: Shape): boolean {
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'object':
      return typeof value === 'object' && value !== null;
    case 'flag':
      return typeof value === 'boolean';
    case 'any':
      return true;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';

  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
