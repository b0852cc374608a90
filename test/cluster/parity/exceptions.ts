/** Scenarios on which the two servers are known to differ, at most ten, each with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'methods that the path of a custom resource does not have':
    'a real server creates by POST to the path of an object, and answers 400 to PUT of a collection: no client does either, and ours says 405 as for all other resources',
  'names that cannot be':
    'ours refuses only names that would break a path, so that tests may name things as they like',
  'a namespace that is not there':
    'namespaces of ours are names only and need not exist, so that a test need not make them',
};
