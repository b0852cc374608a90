import { type ListPage, type ResourceVersion } from '@rxkube/protocol';

import { NOTHING_LISTED, type SizeSoFar } from '../list-size/list-size.js';
import { type Loss } from '../recovery/kinds-of-failure.js';
import { NO_TOKENS, type TokenCycle, afterToken } from './token-cycles.js';

/** How far a list in pages has come. */
export interface Paging {
  /** The page to ask for now; `undefined` behind the last one. */
  readonly page: ListPage | undefined;
  /** The page that a list begins with. Changes if the server has lost it. */
  readonly first: ListPage;
  readonly limit: number;
  /** The version of the first page, which is that of the list. */
  readonly version: ResourceVersion | undefined;
  readonly tokens: TokenCycle;
  /** The size of the pages so far. */
  readonly size: SizeSoFar;
  /** Pages in a row that brought nothing but a token. */
  readonly emptyPages: number;
  /** How often the list has started over because the server lost its place. */
  readonly restarts: number;
  /** The server has refused a continue token as a wrong request. */
  readonly isTokenRefused: boolean;
  /** The server has given a token twice: the list has to start over. */
  readonly isCircle: boolean;
  /** How many failures the last loss counts for; 0 lets the list start over at once. */
  readonly weight: number;
}

/** The outcome of the request for a page. */
export type PageOutcome =
  | {
      readonly outcome: 'page';
      readonly version: ResourceVersion;
      readonly token: string | undefined;
      /** The size of the list, this page included. */
      readonly size: SizeSoFar;
    }
  | { readonly outcome: Loss };

/** Before the first page. */
export function newPaging(first: ListPage): Paging {
  return {
    page: first,
    first,
    limit: first.limit,
    version: undefined,
    tokens: NO_TOKENS,
    size: NOTHING_LISTED,
    emptyPages: 0,
    restarts: 0,
    isTokenRefused: false,
    isCircle: false,
    weight: 0,
  };
}

/**
 * The list after one more page.
 *
 * | outcome | next page | counts as |
 * | --- | --- | --- |
 * | a page with a token | the page of the token | |
 * | a page without a token | none | |
 * | the version of the list is lost | the first one, at the latest version | nothing |
 * | the token has expired | the first one | nothing |
 * | …, the second time | all in one page, at the version of the list | nothing |
 * | …, the third time and later | the first one, at the latest version | 1, 2, 3, … failures |
 * | the token was refused, or leads in a circle | the first one | as many failures as restarts |
 */
export function afterPage(list: Paging, outcome: PageOutcome): Paging {
  const { limit, version } = list;
  const latest: ListPage = { at: 'latest', limit };
  const restarts = list.restarts + 1;
  switch (outcome.outcome) {
    case 'page':
      return next(list, outcome);
    case 'version':
      return startOver(list, { first: latest, weight: 0 });
    case 'expiredToken':
      if (restarts > 2) return startOver(list, { first: latest, restarts, weight: restarts - 2 });

      return startOver(list, {
        restarts,
        weight: 0,
        ...(restarts === 2 &&
          version !== undefined && {
            first: { at: 'notOlderThan', resourceVersion: version, limit: 0 },
          }),
      });
    case 'refusedToken':
      return startOver(list, { restarts, weight: restarts, isTokenRefused: true });
    case 'brokenToken':
      return startOver(list, { restarts, weight: restarts });
  }
}

/** Pages in a row without an item from which on each next one has to wait. A few are legal: all was filtered out. */
const MANY_EMPTY_PAGES = 10;

/** The server has sent many empty pages in a row, and goes on. */
export function isEndless({ page, emptyPages }: Paging): boolean {
  return page !== undefined && emptyPages >= MANY_EMPTY_PAGES;
}

function next(list: Paging, { version, token, size }: PageOutcome & { outcome: 'page' }): Paging {
  const tokens = token === undefined ? list.tokens : afterToken(list.tokens, token);
  if (tokens === undefined) return { ...list, isCircle: true };

  return {
    ...list,
    tokens,
    size,
    emptyPages: size.items === list.size.items ? list.emptyPages + 1 : 0,
    version: list.page?.at === 'continue' ? (list.version ?? version) : version,
    page: token === undefined ? undefined : { at: 'continue', token, limit: list.limit },
  };
}

function startOver(list: Paging, changes: Partial<Paging>): Paging {
  const changed = { ...list, ...changes };

  return {
    ...changed,
    page: changed.first,
    version: undefined,
    tokens: NO_TOKENS,
    size: NOTHING_LISTED,
    emptyPages: 0,
    isCircle: false,
  };
}
