import { DecodeError, type MetadataHead, objectKey } from '@rxkube/protocol';

/** An error with the object that it is about, as far as its head can be read. */
export function about(error: unknown, head: () => MetadataHead | undefined): unknown {
  if (!(error instanceof DecodeError)) return error;
  const metadata = headOf(head);
  if (metadata === undefined) return error;
  const { problem, path, expected } = error;
  const { resourceVersion } = metadata;

  return new DecodeError({
    problem,
    path,
    expected,
    key: objectKey({ metadata }),
    resourceVersion,
  });
}

function headOf(head: () => MetadataHead | undefined): MetadataHead | undefined {
  try {
    return head();
  } catch {
    return undefined;
  }
}
