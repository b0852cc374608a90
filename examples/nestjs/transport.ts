/** The token under which the application gets its way to the API server. */
export const TRANSPORT = Symbol('Transport');
