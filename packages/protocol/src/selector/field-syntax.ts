/** What is wrong with the path of a field, or `undefined` where it can be written in a selector. */
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

/** Writes a value so that commas and equals signs in it are not taken for those of the grammar. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/gu, '\\$&');
}
