import { invalidArgument } from '@rxkube/protocol';

/** The replacement of each provider. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  gcp: 'install gke-gcloud-auth-plugin, and run `gcloud container clusters get-credentials` again',
  azure: 'run `kubelogin convert-kubeconfig`',
};

const OIDC_REPLACEMENT =
  'run `kubectl` once to refresh it, or use a plugin such as kubelogin (`kubectl oidc-login`) as `exec`';

/**
 * Returns the token of the `auth-provider` of a user, if it has one.
 *
 * `oidc` gives its `id-token` until it expires. Refreshing it would write the kubeconfig, which a library should not do.
 * All other providers are refused: `kubectl` dropped those of clouds in 1.26.
 *
 * @param options `hasLogin` if the user has another login. It then takes precedence over `oidc`, as with `kubectl`.
 * @throws ProtocolError `invalidArgument` that says what to do.
 */
export function authProviderToken(
  value: unknown,
  { hasLogin = false, now = Date.now() } = {},
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { name, config } = fieldsOf(value);
  if (name === 'oidc') return hasLogin ? undefined : idToken(fieldsOf(config)['id-token'], now);
  const known = typeof name === 'string' && Object.hasOwn(REPLACEMENTS, name) ? name : undefined;
  throw invalidArgument(
    'auth-provider',
    known === undefined
      ? 'is not supported; use an `exec` plugin, or pass a `token` function'
      : `${known} was removed from kubectl; ${REPLACEMENTS[known] ?? ''}`,
  );
}

function idToken(value: unknown, now: number): string {
  const token = typeof value === 'string' ? value.trim() : '';
  if (token === '') {
    throw invalidArgument('auth-provider', `oidc has no \`id-token\`; ${OIDC_REPLACEMENT}`);
  }
  const expiry = expiryOf(token);
  if (expiry === undefined || expiry <= now) {
    const problem =
      expiry === undefined ? 'has no expiry' : `expired at ${new Date(expiry).toISOString()}`;
    throw invalidArgument(
      'auth-provider',
      `oidc has an \`id-token\` that ${problem}; ${OIDC_REPLACEMENT}`,
    );
  }

  return token;
}

/** Milliseconds since 1970 at which a JSON Web Token expires; `undefined` if it does not say. */
function expiryOf(token: string): number | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const { exp } = fieldsOf(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));

    return typeof exp === 'number' && Math.abs(exp) < 8.64e12 ? exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
