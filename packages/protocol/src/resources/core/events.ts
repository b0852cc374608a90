import type { Event as EventV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/**
 * A report of something that happened, kept for about an hour.
 *
 * @since 0.1.0
 */
export type Event = Served<EventV1>;

/**
 * The events of `v1`.
 *
 * Of the two doors to the same stored events this is the one of the core group: every server has it, and its
 * selectors, such as `involvedObject.name`, are the ones that people and other tools use.
 *
 * @since 0.1.0
 */
export const events: Resource<Event> = resource({
  group: '',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
});
