/** Requests on which the two servers are known to differ. */
export interface Difference {
  readonly reason: string;
  /** The beginning of the name of a case: the smallest request that shows the difference. */
  readonly cases: readonly string[];
}

/** Every known difference. `packages/apiserver/README.md` names each of them as not there yet. */
export const differences: readonly Difference[] = [
  {
    reason: 'a response is never YAML, and an error is never protobuf',
    cases: [
      'GET /apis/parity.example.com/v1/namespaces/<ns>/widgets/a application/yaml ',
      'GET /api/v1/namespaces/<ns>/configmaps/a application/yaml ',
      'GET /api/v1/namespaces/<ns>/configmaps application/yaml ',
      'GET /apis/parity.example.com/v1/namespaces/<ns>/widgets/a application/vnd.kubernetes.protobuf ',
    ],
  },
  {
    reason: 'pods have no binding and no eviction, and namespaces no finalize',
    cases: [
      'POST /api/v1/namespaces/<ns>/pods/a/binding ',
      'POST /api/v1/namespaces/<ns>/pods/a/eviction ',
      'PUT /api/v1/namespaces/<ns>-a/finalize ',
    ],
  },
  {
    reason: 'the contents of a namespace are deleted at once, and the namespace with them',
    cases: ['DELETE /api/v1/namespaces/<ns>-a '],
  },
  {
    reason: 'no field has a default, so a job has no selector that its update must repeat',
    cases: ['PUT /apis/batch/v1/namespaces/<ns>/jobs/a '],
  },
  {
    reason:
      'no field has a default, so atomic lists stay as they were applied, and have another owner',
    cases: [
      'PATCH /apis/discovery.k8s.io/v1/namespaces/<ns>/endpointslices/a?fieldManager=m&force=true',
    ],
  },
  {
    reason: 'no field has a default, so a condition without a time has no null in its place',
    cases: [
      'PATCH /apis/apps/v1/namespaces/<ns>/deployments/a/status?fieldManager=m ',
      'PATCH /api/v1/namespaces/<ns>/pods/a/status?fieldManager=m ',
    ],
  },
  {
    reason:
      'a scale that changes nothing costs a version and an owner of replicas on a real server',
    cases: ['without a change: PATCH /apis/apps/v1/namespaces/<ns>/deployments/a/scale '],
  },
];

/**
 * Whether the servers differ only in that one of them validates the content of a built-in kind: the value is refused there,
 * and stored here.
 */
export function isOfValidation(real: string | undefined, ours: string | undefined): boolean {
  if (real === undefined || ours === undefined || real.includes('/parity.example.com/'))
    return false;
  const [, theirs] = JSON.parse(real) as Response;
  const [, own] = JSON.parse(ours) as Response;
  const { reason, fields = [] } = theirs.body ?? {};

  return (
    reason === 'Invalid' &&
    own.status < 300 &&
    fields.length > 0 &&
    fields.every((field) => !field.startsWith('metadata'))
  );
}

type Response = readonly [
  title: string,
  response: {
    readonly status: number;
    readonly body?: { readonly reason?: string; readonly fields?: readonly string[] };
  },
];
