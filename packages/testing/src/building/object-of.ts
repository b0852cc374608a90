import { type KubeObject, type ObjectMeta, type Resource, apiVersionOf } from '@rxkube/protocol';

/** The fields of an object that its short form does not give. @since 0.1.0 */
export type Fields<T extends KubeObject> = Partial<Omit<T, 'metadata'>> & {
  readonly metadata?: Partial<ObjectMeta>;
};

/** Builds objects from their short form. @since 0.1.0 */
export type ObjectBuilder<T extends KubeObject> = (short: string, fields?: Fields<T>) => T;

/** The namespace of an object whose short form names none. */
const NAMESPACE = 'ns1';

/** `namespace/`, which may be empty; `name`; `@uid`; `/version`. */
const SHORT = /^(?:([^@/]*)\/)?([^@/]+)(?:@([^@/]+))?\/([^@/]+)$/u;

/**
 * Makes a builder of objects of one resource from a short form.
 *
 * ```ts
 * const pod = objectOf(pods);
 *
 * pod('a@u1/7'); // ns1/a, uid u1, resourceVersion 7
 * pod('ns2/a@u5/8', { spec: { nodeName: 'n1', containers: [] } });
 * pod('a/7'); // without a uid
 * objectOf(nodes)('/n@u9/3'); // without a namespace
 * ```
 *
 * The objects are as sparse as they are given: what the type demands beyond that is a promise of the caller.
 *
 * @throws Error where the short form is none.
 * @since 0.1.0
 */
export function objectOf<T extends KubeObject>(resource: Resource<T>): ObjectBuilder<T> {
  const named = { apiVersion: apiVersionOf(resource), kind: resource.kind };

  return (short, fields) => {
    const [whole, namespace = NAMESPACE, name, uid, resourceVersion] = SHORT.exec(short) ?? [];
    if (whole === undefined || name === undefined) {
      throw new Error(
        `"${short}" must be the short form of an object; write it as [namespace/]name[@uid]/version`,
      );
    }
    const metadata = {
      name,
      ...(namespace !== '' && { namespace }),
      ...(uid !== undefined && { uid }),
      resourceVersion,
      ...fields?.metadata,
    };

    // A test's object is what the test says it is.
    return { ...named, ...fields, metadata } as unknown as T;
  };
}
