import { answers } from './stories/answers.js';
import { budgets } from './stories/budgets.js';
import { cache } from './stories/cache.js';
import { clientGo } from './stories/client-go.js';
import { foundBySearch } from './stories/found-by-search.js';
import { framing } from './stories/framing.js';
import { largeLists } from './stories/large-lists.js';
import { lifetimes } from './stories/lifetimes.js';
import { paging } from './stories/paging.js';
import { positions } from './stories/positions.js';
import { resume } from './stories/resume.js';
import { silence } from './stories/silence.js';
import { streaming } from './stories/streaming.js';
import { streamingTrouble } from './stories/streaming-trouble.js';
import { trouble } from './stories/trouble.js';
import { userCode } from './stories/user-code.js';
import { type Story } from './story.js';

/** The chapters of the protocol, as stories. */
export const chapters: Readonly<Record<string, readonly Story[]>> = {
  framing,
  answers,
  positions,
  resume,
  paging,
  'large lists': largeLists,
  streaming,
  'streaming trouble': streamingTrouble,
  cache,
  lifetimes,
  silence,
  trouble,
  'user code': userCode,
  'client-go': clientGo,
  budgets,
  'found by search': foundBySearch,
};
