import { type Asker, heldRequest } from './held-request.js';
import { within } from './within.js';

/** The header that names the priority level of a request. */
export const PRIORITY_LEVEL = 'x-kubernetes-pf-prioritylevel-uid';

/** The priority level to occupy. */
export interface Occupation {
  /** Whom to keep out. */
  readonly user: Asker;
  /** A collection that the user may read and write. */
  readonly path: string;
  /** The uid of the priority level. */
  readonly uid: string;
  /** Sends a request as that user. Resolves to the uid of the priority level in the response. */
  readonly level: () => Promise<string | undefined>;
}

/**
 * Takes the only seat of a priority level without shares: even such a level runs one request at a time. So all others
 * are refused, until what it gives is called or a minute has gone.
 *
 * Few requests are refused meanwhile: the server lengthens `Retry-After` if it refuses three in a second.
 */
export async function occupied({ user, path, uid, level }: Occupation): Promise<() => void> {
  await within(60_000, 'the user has that priority level', async () =>
    (await level()) === uid ? true : undefined,
  );
  // It may be refused where the seat of the last question is not free yet.
  const held = await within(60_000, 'the seat is taken', () => heldRequest(user, path));

  return held.close;
}
