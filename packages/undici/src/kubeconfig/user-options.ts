import {
  type ExecPolicy,
  type ExecStderr,
  validateExecPolicy,
} from '../credentials/exec-policy.js';
import { execCredential } from '../credentials/exec-credential.js';
import { readExecPlugin } from '../credentials/exec-plugin.js';
import { type NodeTransportOptions } from '../options/node-transport-options.js';
import { authProviderToken } from './auth-provider.js';
import { pathIn, pemOf } from './entry-files.js';
import { type Environment } from '../platform/environment.js';
import { execCluster } from './exec-cluster.js';
import { type Entry, textOf } from './parse-kubeconfig.js';

/** Options of {@link userOptions}. */
export interface UserContext {
  readonly cluster: Entry;
  /** The programs that may run. */
  readonly exec: ExecPolicy;
  readonly execStderr: ExecStderr;
  readonly env: Environment;
}

/** The credentials of a user of a kubeconfig. Fixed ones take precedence over a plugin, as with `kubectl`. */
export function userOptions(
  user: Entry,
  context: UserContext,
): Omit<NodeTransportOptions, 'server'> {
  const cert = pemOf(user, 'client-certificate');
  const key = pemOf(user, 'client-key');
  const username = textOf(user, 'username');
  const fixedToken = tokenOf(user);
  const hasLogin = fixedToken !== undefined || username !== undefined;
  const token = fixedToken ?? authProviderToken(user.fields['auth-provider'], { hasLogin });
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
    pathOf: (command) => pathIn(user, command),
    cluster: () => execCluster(context.cluster),
  });
  validateExecPolicy(context.exec, plugin, context.env);

  return { credential: execCredential(plugin, { env: context.env, stderr: context.execStderr }) };
}

/** `kubectl` uses the token while the file cannot be read. */
function tokenOf(user: Entry): NodeTransportOptions['token'] {
  const file = textOf(user, 'tokenFile');
  const token = textOf(user, 'token');
  if (file === undefined) return token;

  return { file: pathIn(user, file), ...(token !== undefined && { initial: token }) };
}
