/** Where the pods are. */
export const NAMESPACES = ['shop', 'payments', 'search', 'mail'];
