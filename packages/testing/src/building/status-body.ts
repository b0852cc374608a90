import { type Status } from '@rxkube/protocol';

/** The fields of a Status beside its code and reason. @since 0.1.0 */
export type StatusFields = Pick<Status, 'message' | 'details' | 'metadata'>;

/**
 * The Status of a failure, as a server writes it.
 *
 * @since 0.1.0
 */
export function statusBody(code: number, reason: string, fields: StatusFields = {}): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `the server answered ${reason}`,
    reason,
    code,
    ...fields,
  };
}
