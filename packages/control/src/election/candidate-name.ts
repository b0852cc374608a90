/** A name that no other process and no other start has. In a pod it begins with the name of the pod. */
export function candidateName(): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };

  return `${process?.env?.['HOSTNAME'] ?? 'rxkube'}_${globalThis.crypto.randomUUID()}`;
}
