/** The defect of a field path, or `undefined` if it can be written in a selector. */
export function fieldPathProblem(path: string): string | undefined {
  // Programs in plain JavaScript can pass anything, and `undefined` would become a field of that name.
  if (typeof path !== 'string' || path === '')
    return 'a field is missing; write its path, such as metadata.name, before the operator';
  if (/\s/u.test(path)) return `the field ${JSON.stringify(path)} has white space; remove it`;
  if (/[=!,\\]/u.test(path)) {
    return `the field ${JSON.stringify(path)} has a character of the operators; write a path such as metadata.name`;
  }

  return undefined;
}

/** Escapes the commas and equals signs of a value. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/gu, '\\$&');
}
