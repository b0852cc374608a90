import { type NodeTransportOptions } from '../options/node-transport-options.js';
import { proxyServer } from '../proxies/proxy-server.js';
import { pemOf } from './entry-files.js';
import { type Entry, flagOf, textOf } from './parse-kubeconfig.js';

/** Returns the options that a cluster of a kubeconfig sets. */
export function clusterOptions(cluster: Entry): Omit<NodeTransportOptions, 'server'> {
  const ca = pemOf(cluster, 'certificate-authority');
  const serverName = textOf(cluster, 'tls-server-name');
  const proxy = textOf(cluster, 'proxy-url');
  if (proxy !== undefined) proxyServer('proxy-url', proxy);

  return {
    ...(ca !== undefined && { ca }),
    ...(serverName !== undefined && { serverName }),
    ...(proxy !== undefined && { proxy }),
    ...(flagOf(cluster, 'insecure-skip-tls-verify') && { insecureSkipTlsVerify: true }),
    ...(flagOf(cluster, 'disable-compression') && { compression: false }),
  };
}
