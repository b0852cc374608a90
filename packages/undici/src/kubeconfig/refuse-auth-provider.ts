import { invalidArgument } from '@rxkube/protocol';

/** What took the place of each. */
const INSTEAD: Readonly<Record<string, string>> = {
  gcp: 'install gke-gcloud-auth-plugin, and run `gcloud container clusters get-credentials` again',
  azure: 'run `kubelogin convert-kubeconfig`',
  oidc: 'use a plugin such as kubelogin (`kubectl oidc-login`) as `exec`',
};

/**
 * Refuses the `auth-provider` of a user. `kubectl` dropped those of clouds in 1.26, and the one that is left writes
 * tokens into the kubeconfig, which is not for a library to do.
 *
 * @throws ProtocolError `invalidArgument` that says what to do; but not for an absent one.
 */
export function refuseAuthProvider(value: unknown): void {
  if (value === undefined || value === null) return;
  const name = typeof value === 'object' && 'name' in value ? value.name : undefined;
  const known = typeof name === 'string' && Object.hasOwn(INSTEAD, name) ? name : undefined;
  throw invalidArgument(
    'auth-provider',
    `${known === undefined ? '' : `${known} `}is a way to log in that clients have given up; ` +
      (known === undefined
        ? 'use an `exec` plugin, or pass a `token` function'
        : (INSTEAD[known] ?? '')),
  );
}
