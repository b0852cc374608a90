import { type Status, type StatusError } from '@rxkube/protocol';

/** Makes the Status of a refusal: the body of a response, or the object of an ERROR frame. */
export function statusBody(error: StatusError): Status {
  const { code, reason, serverMessage, details, continueToken } = error;

  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: continueToken === undefined ? {} : { continue: continueToken },
    status: 'Failure',
    message: serverMessage,
    ...(reason !== '' && { reason }),
    ...(details !== undefined && { details }),
    code,
  };
}
