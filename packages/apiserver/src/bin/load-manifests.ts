import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import {
  type KubeObject,
  type Resource,
  customResourceDefinitions,
  invalidArgument,
  resource,
  type ObjectFields,
} from '@rxkube/protocol';
import { messageOf } from '@rxkube/protocol/internal';

import { parseJson } from '../objects/json-text.js';
import { type ApiServer } from '../api-server.js';
import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { yamlDocuments } from '../requests/yaml-body.js';
import { BUILT_IN_RESOURCES } from '../resources/built-in-resources.js';
import { customDefinition } from '../resources/custom-definition.js';

/** One object of a file. */
interface Manifest {
  readonly file: string;
  /** Which document of the file it is in, from 1. */
  readonly document: number;
  readonly object: JsonObject;
}

/** The kinds that others need. They are created first. */
const FIRST = ['CustomResourceDefinition', 'Namespace'];

/**
 * Creates the objects in the files of a folder, in the order of their names: definitions and namespaces first. A file
 * may have several documents, and a document may be a list.
 *
 * @returns the number of objects.
 * @throws ProtocolError `invalidArgument` for `--load` that names the file and the document.
 */
export function loadManifests(server: ApiServer, folder: string): number {
  const manifests = filesOf(folder).flatMap((file) => manifestsOf(folder, file));
  const rank = ({ object }: Manifest): number =>
    FIRST.includes(String(object['kind'])) ? FIRST.indexOf(String(object['kind'])) : FIRST.length;
  for (const manifest of manifests.sort((a, b) => rank(a) - rank(b))) {
    naming(manifest, () => {
      create(server, manifest.object);
    });
  }

  return manifests.length;
}

function filesOf(folder: string): readonly string[] {
  const names = reading(() => readdirSync(folder, { withFileTypes: true }));

  return names
    .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/iu.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

function manifestsOf(folder: string, file: string): readonly Manifest[] {
  const text = reading(() => readFileSync(join(folder, file), 'utf8'));
  const found: Manifest[] = [];
  const documents = file.endsWith('.json') ? jsonDocument(text) : yamlDocuments(text);
  for (let document = 1; ; document++) {
    const isLast = naming({ file, document }, () => {
      const { value, done } = documents.next();
      if (done !== true) {
        for (const object of objectsIn(value)) found.push({ file, document, object });
      }

      return done === true;
    });
    if (isLast) return found;
  }
}

function* jsonDocument(text: string): Generator<unknown, void> {
  yield parseJson(text);
}

/** Finds the objects of a document: none, one, or the items of a list. */
function objectsIn(value: unknown): readonly JsonObject[] {
  if (value === null) return [];
  if (!isJsonObject(value)) throw new Error('must be an object with apiVersion and kind');
  const { kind, items } = value;
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap(objectsIn);
  }

  return [value];
}

/** @throws Error if the object has no kind that is served, StatusError if the server refuses it. */
function create(server: ApiServer, object: JsonObject): void {
  const { apiVersion, kind, metadata } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
    throw new Error('must have an apiVersion and a kind');
  }
  if (!isJsonObject(metadata)) throw new Error(`must have metadata in the ${kind}`);
  const found = resourceOf(server, apiVersion, kind);
  if (found === undefined) {
    throw new Error(
      `no kind ${kind} in ${apiVersion} is served; add its CustomResourceDefinition to the folder`,
    );
  }
  server.store.create(found, object as unknown as ObjectFields<KubeObject>);
}

/** Finds the built-in resource or the definition of a kind. */
function resourceOf(
  { store }: ApiServer,
  apiVersion: string,
  kind: string,
): Resource<KubeObject> | undefined {
  const custom = store
    .list(customResourceDefinitions)
    .flatMap((definition) => customDefinition(definition as unknown as JsonObject) ?? []);
  const found = [...BUILT_IN_RESOURCES, ...custom].find(
    (served) => served.apiVersion === apiVersion && served.kind === kind,
  );
  if (found === undefined) return undefined;
  const { group, version, plural, namespaced } = found;

  return resource({ group, version, plural, kind, namespaced });
}

/** @throws ProtocolError `invalidArgument` for a file or a folder that cannot be read. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw invalidArgument('--load', messageOf(error));
  }
}

/** @throws ProtocolError `invalidArgument` that names the document, for any error of the work. */
function naming<T>({ file, document }: Omit<Manifest, 'object'>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw invalidArgument('--load', `${file}, document ${String(document)}: ${messageOf(error)}`);
  }
}
