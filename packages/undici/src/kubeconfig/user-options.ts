import { checkExecPolicy, type ExecPolicy } from '../credentials/exec-policy.js';
import { execCredential } from '../credentials/exec-credential.js';
import { readExecPlugin } from '../credentials/exec-plugin.js';
import { type NodeTransportOptions } from '../options/node-transport-options.js';
import { besides, pemOf } from './entry-files.js';
import { type Environment } from '../platform/environment.js';
import { execCluster } from './exec-cluster.js';
import { type Entry, textOf } from './parse-kubeconfig.js';
import { refuseAuthProvider } from './refuse-auth-provider.js';

/** What surrounds a user of a kubeconfig. */
export interface UserContext {
  readonly cluster: Entry;
  /** Which programs may run. */
  readonly exec: ExecPolicy;
  readonly env: Environment;
}

/** How a user of a kubeconfig shows who it is. What is there already goes before a plugin, as with `kubectl`. */
export function userOptions(
  user: Entry,
  context: UserContext,
): Omit<NodeTransportOptions, 'server'> {
  refuseAuthProvider(user.fields['auth-provider']);
  const cert = pemOf(user, 'client-certificate');
  const key = pemOf(user, 'client-key');
  const token = tokenOf(user);
  const username = textOf(user, 'username');
  const password = textOf(user, 'password');
  const given = {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(token !== undefined && { token }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  };
  const { exec } = user.fields;
  if (Object.keys(given).length > 0 || exec === undefined || exec === null) return given;
  const plugin = readExecPlugin(exec, {
    pathOf: (command) => besides(user, command),
    cluster: () => execCluster(context.cluster),
  });
  checkExecPolicy(context.exec, plugin.command, context.env);

  return { credential: execCredential(plugin, { env: context.env }) };
}

/** The token is what `kubectl` goes with while the file cannot be read. */
function tokenOf(user: Entry): NodeTransportOptions['token'] {
  const file = textOf(user, 'tokenFile');
  const token = textOf(user, 'token');
  if (file === undefined) return token;

  return { file: besides(user, file), ...(token !== undefined && { initial: token }) };
}
