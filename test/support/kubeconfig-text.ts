/** Fields of the entries of a kubeconfig. */
export interface KubeconfigFields {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
}

/** A kubeconfig of one context, with these fields of its cluster, its user and the context itself. */
export function kubeconfigText({ cluster, user = {}, context }: KubeconfigFields = {}): string {
  return JSON.stringify({
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', ...context } }],
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:6443', ...cluster } }],
    users: [{ name: 'u', user }],
  });
}
