import { applyConfiguration } from '../field-ownership/apply-configuration.js';
import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { timestamp } from '../objects/timestamp.js';
import { withoutFields } from '../objects/without-fields.js';
import { type ServedResource } from '../resources/served-resource.js';
import { readIncomingObject } from './incoming-object.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { checkWritePreconditions, preconditionsOf } from './preconditions.js';
import { replace } from './replace.js';
import { type ApplyOptions } from './write-options.js';

/** A server-side apply, read. */
export interface ApplyRequest {
  readonly served: ServedResource;
  readonly configuration: JsonObject;
  readonly options: ApplyOptions;
}

/**
 * Merges the configuration of one manager into an object.
 *
 * @throws StatusError 409 with a cause for each field that another manager owns.
 */
export function apply(
  found: StoredObject,
  { served, configuration, options }: ApplyRequest,
  moment: WriteMoment,
): WriteOutcome {
  const asked = readIncomingObject(served, configuration);
  checkWritePreconditions(served, found, { ...options, ...preconditionsOf(asked) });
  const { object, owners } = applyConfiguration(served, found, {
    object: configuration,
    manager: options.manager.name,
    force: options.force,
    part: options.part ?? 'all',
    time: timestamp(moment.now),
  });

  return replace(
    found,
    { served, incoming: readIncomingObject(served, object), options, owners },
    moment,
  );
}

/** The object that an apply creates if there is none. */
export function firstConfiguration({ configuration, options }: ApplyRequest): JsonObject {
  const { metadata } = configuration;

  return {
    ...withoutFields(configuration, options.part === 'spec' ? ['status'] : []),
    metadata: isJsonObject(metadata) ? withoutFields(metadata, ['resourceVersion', 'uid']) : {},
  };
}
