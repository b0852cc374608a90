/** The namespaces of the pods. */
export const NAMESPACES = ['shop', 'payments', 'search', 'mail'];
