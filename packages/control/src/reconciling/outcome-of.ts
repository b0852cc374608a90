import {
  type Observable,
  type ObservableInput,
  defer,
  from,
  isObservable,
  last,
  map,
  of,
} from 'rxjs';

import { type Next, type Run, type RunHandler } from './run.js';

/** Calls the handler, and emits its request for the next run once it has succeeded. */
export function outcomeOf<T>(handler: RunHandler<T>, run: Run<T>): Observable<Next> {
  return defer(() => {
    const returned: unknown = handler(run);

    return isInput(returned) ? from(returned).pipe(last(() => true, undefined)) : of(returned);
  }).pipe(map(nextOf));
}

function isInput(returned: unknown): returned is ObservableInput<unknown> {
  if (!isRecord(returned)) return false;

  return (
    isObservable(returned) ||
    'then' in returned ||
    'subscribe' in returned ||
    'getReader' in returned ||
    Symbol.iterator in returned ||
    Symbol.asyncIterator in returned
  );
}

/** Handlers may end with any value, such as the object that a write emits. */
function nextOf(value: unknown): Next {
  if (!isRecord(value)) return {};
  const { after, until } = value;

  return {
    ...(typeof after === 'number' && after >= 0 && { after }),
    ...(isInput(until) && { until }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === 'object' && value !== null;
}
