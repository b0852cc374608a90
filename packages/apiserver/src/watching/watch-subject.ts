import { type ApiRequest } from '@rxkube/protocol';

import { type Representation } from '../presentation/representation.js';
import { type ListOptions } from '../reading/list-options.js';
import { type Selection } from '../reading/selection.js';
import { type ServedResource } from '../resources/served-resource.js';

/** The subject of one watch. */
export interface WatchSubject {
  readonly request: ApiRequest;
  readonly served: ServedResource;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly representation: Representation;
}
