import { invalidArgument } from '@rxkube/protocol';

/**
 * Whom to act as.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 * @since 0.1.0
 */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  /** Any keys, such as `example.com/reason`; they are escaped on the way. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Characters of a header's name, except the `%` of the escape. https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const PLAIN = /[!#$&'*+\-.^_`|~\w]/u;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/u;

/**
 * The headers that say whom to act as; a list is several lines of one header.
 *
 * @throws ProtocolError `invalidArgument` for `impersonate`; values are not quoted.
 */
export function impersonationHeaders(
  impersonate: Impersonation | undefined,
): Readonly<Record<string, string | string[]>> {
  if (impersonate === undefined) return {};
  // Programs without types pass anything.
  const {
    user,
    uid = '',
    groups = [],
    extra = {},
  } = (impersonate as Impersonation | null) ?? {
    user: '',
  };
  if (typeof user !== 'string' || user === '') {
    throw invalidArgument('impersonate', 'has no `user`; a uid, groups and extras go with one');
  }
  if (![groups, ...Object.values(extra)].every(Array.isArray)) {
    throw invalidArgument('impersonate', 'has groups, or an extra, that are no list of texts');
  }

  return {
    'impersonate-user': encoded(user),
    ...(uid !== '' && { 'impersonate-uid': encoded(uid) }),
    ...(groups.length > 0 && { 'impersonate-group': groups.map(encoded) }),
    ...Object.fromEntries(
      Object.entries(extra)
        .filter(([, values]) => values.length > 0)
        .map(([key, values]) => [`impersonate-extra-${escaped(key)}`, values.map(encoded)]),
    ),
  };
}

/** Bytes of UTF-8, as Go sends and reads them, in the form in which a header takes bytes. */
function encoded(value: string): string {
  if (typeof value !== 'string' || CONTROL.test(value)) {
    throw invalidArgument('impersonate', 'has a value that no header can carry');
  }

  return Buffer.from(value, 'utf8').toString('latin1');
}

function escaped(key: string): string {
  return [...Buffer.from(key, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);

      return PLAIN.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
