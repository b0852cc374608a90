import { type ApiRequest } from '@rxkube/protocol';

import { type Representation } from '../presentation/representation.js';
import { type ListOptions } from '../reading/list-options.js';
import { type Selection } from '../reading/selection.js';
import { type ServedResource } from '../resources/served-resource.js';

/** What one watch is about. */
export interface WatchSubject {
  readonly request: ApiRequest;
  readonly served: ServedResource;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly representation: Representation;
}
