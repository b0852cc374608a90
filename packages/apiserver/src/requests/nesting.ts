import { badRequest } from '../statuses/status-errors.js';

/** The deepest nesting of a body. Deeper ones could use up the call stack. A real server stops at 10,000. */
export const DEEPEST_NESTING = 500;

/** @throws StatusError 400 for a value that is nested too deeply */
export function checkNesting(value: unknown): void {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_NESTING) throw badRequest('exceeded max depth');
    level = level.flatMap((part) =>
      typeof part === 'object' && part !== null ? (Object.values(part) as unknown[]) : [],
    );
  }
}
