/**
 * Milliseconds for a credential, the time in which somebody logs in. What waits for it longer fails, and asks again.
 */
export const CREDENTIAL_WITHIN = 60_000;
