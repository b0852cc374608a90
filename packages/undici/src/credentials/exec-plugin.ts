import { invalidArgument } from '@rxkube/protocol';

const VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
const MODES = ['Never', 'IfAvailable', 'Always'] as const;

/** A program that prints a credential, as a kubeconfig describes it. */
export interface ExecPlugin {
  readonly apiVersion: string;
  /** A name on the `PATH`, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this program. */
  readonly env: Readonly<Record<string, string>>;
  /** The advice of the kubeconfig for a missing program. */
  readonly installHint: string | undefined;
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always';
  /** The cluster, if the program asks for it. */
  readonly cluster: Readonly<Record<string, unknown>> | undefined;
}

/** Options of {@link readExecPlugin}. */
export interface ReadExecPluginOptions {
  /** Resolves a command that is a relative path. */
  readonly pathOf: (command: string) => string;
  readonly cluster: () => Readonly<Record<string, unknown>>;
}

/**
 * Reads the `exec` of a user in a kubeconfig.
 *
 * @throws ProtocolError `invalidArgument` for `exec`; of its values, only the command, the version and the mode are quoted.
 */
export function readExecPlugin(value: unknown, options: ReadExecPluginOptions): ExecPlugin {
  const fields = fieldsOf(value, 'must be a mapping');
  const apiVersion = textIn(fields, 'apiVersion') ?? 'missing';
  const command = textIn(fields, 'command');
  if (command === undefined) throw invalidArgument('exec', 'has no `command`');
  if (!VERSIONS.includes(apiVersion)) {
    throw invalidArgument(
      'exec',
      `has the apiVersion ${JSON.stringify(apiVersion)}; ${VERSIONS.join(' and ')} are supported, so update ${command} and let it write the kubeconfig again`,
    );
  }
  // v1 requires it. For the beta, `kubectl` has the same default.
  const mode =
    textIn(fields, 'interactiveMode') ?? (apiVersion === VERSIONS[1] ? 'IfAvailable' : 'missing');
  const interactiveMode = MODES.find((each) => each === mode);
  if (interactiveMode === undefined) {
    throw invalidArgument(
      'exec',
      `has the interactiveMode ${JSON.stringify(mode)}; write ${MODES.join(', ')}`,
    );
  }

  return {
    apiVersion,
    command: /[/\\]/u.test(command) ? options.pathOf(command) : command,
    args: listIn(fields, 'args').map((arg) => {
      if (typeof arg !== 'string')
        throw invalidArgument('exec', 'has an argument that is not a string');

      return arg;
    }),
    env: Object.fromEntries(listIn(fields, 'env').map(variable)),
    installHint: withoutControls(textIn(fields, 'installHint')),
    interactiveMode,
    cluster: fields['provideClusterInfo'] === true ? options.cluster() : undefined,
  };
}

function variable(value: unknown): readonly [string, string] {
  const fields = fieldsOf(value, 'has an `env` entry that is not a mapping');
  const name = textIn(fields, 'name');
  if (name === undefined) throw invalidArgument('exec', 'has an `env` entry without a name');

  return [name, textIn(fields, 'value') ?? ''];
}

function fieldsOf(value: unknown, problem: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument('exec', problem);
  }

  return Object.fromEntries(Object.entries(value));
}

function textIn(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string')
    throw invalidArgument('exec', `has a \`${name}\` that is not a string`);

  return value;
}

function listIn(fields: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw invalidArgument('exec', `has \`${name}\` that is not a list`);

  return value;
}

/** The hint ends up in a terminal, and the kubeconfig may come from a stranger. */
function withoutControls(text: string | undefined): string | undefined {
  return text?.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
