import { type KubeObject, type Resource, StatusError, isKubeError } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, catchError } from 'rxjs';

/** Refusals of a body. Older servers quote the text around the mistake. */
const QUOTING = new Set([400, 422]);

/** Removes the server's message from a refused write of a Secret, because the message can quote its values. */
export function hidingSecrets<R>({
  group,
  plural,
}: Resource<KubeObject>): MonoTypeOperatorFunction<R> {
  return catchError((error: unknown) => {
    if (
      group === '' &&
      plural === 'secrets' &&
      isKubeError(error) &&
      error._tag === 'StatusError' &&
      QUOTING.has(error.code)
    ) {
      throw new StatusError({
        code: error.code,
        reason: error.reason,
        serverMessage: 'the message is hidden, because it can quote the values of the Secret',
        retryAfter: error.retryAfter,
        request: error.request,
      });
    }
    throw error;
  });
}
