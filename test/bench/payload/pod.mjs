import { digest, moment, owned } from './kind.mjs';

/** @import { Kind, Place } from './kind.mjs' */

/**
 * A pod as an API server writes it: 3.9 KB, its fields in the order of the Go types, 40 % of it `managedFields`.
 *
 * @type {Kind}
 */
export const pod = {
  kind: 'Pod',
  apiVersion: 'v1',
  path: '/api/v1/pods',
  bareItems: true,
  make,
};

/** @param {Place} place */
function make({ index, version, revision, namespace, name, isDeleted }) {
  const hash = digest(index);
  const app = `backend-${String(index % 160)}`;
  const since = moment(index);
  const ready = revision % 4 !== 3;
  const image = `registry.test/shop/${app}:v${String(revision % 50)}`;
  const ip = `10.${String(index % 200)}.${String((index >> 7) % 200)}.${String(index % 83)}`;

  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: name ?? `${app}-${hash}-${index.toString(36).padStart(5, 'p')}`,
      generateName: `${app}-${hash}-`,
      namespace: namespace ?? `shop-${String(index % 40)}`,
      uid: `${hash}-0a1b-4c2d-9e3f-${index.toString(16).padStart(12, '0')}`,
      resourceVersion: version,
      creationTimestamp: since,
      ...(isDeleted === true
        ? { deletionTimestamp: moment(index + 9_000), deletionGracePeriodSeconds: 30 }
        : {}),
      labels: { app, 'pod-template-hash': hash, 'app.kubernetes.io/part-of': 'shop' },
      annotations: { 'prometheus.io/port': '9090', 'prometheus.io/scrape': 'true', since },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${app}-${hash}`,
          uid: `${hash}-5e6f-4a7b-8c9d-000000000001`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: [controllerFields(hash, since), kubeletFields(ip, since)],
    },
    spec: {
      volumes: [{ name: 'scratch', emptyDir: {} }],
      containers: [
        {
          name: 'main',
          image,
          ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
          env: [{ name: 'LOG_LEVEL', value: 'info' }],
          resources: { limits: { memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
          volumeMounts: [{ name: 'scratch', mountPath: '/tmp' }],
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'IfNotPresent',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: 'default',
      nodeName: `node-${String(index % 90)}`,
      securityContext: {},
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
    },
    status: {
      phase: 'Running',
      conditions: [
        condition('PodScheduled', true, since),
        condition('Initialized', true, since),
        condition('ContainersReady', ready, since),
        condition('Ready', ready, since),
      ],
      hostIP: `192.168.${String(index % 90)}.1`,
      podIP: ip,
      podIPs: [{ ip }],
      startTime: since,
      containerStatuses: [
        {
          name: 'main',
          state: ready ? { running: { startedAt: since } } : { waiting: { reason: 'Unknown' } },
          lastState: {},
          ready,
          restartCount: revision,
          image,
          imageID: `registry.test/shop/${app}@sha256:${hash.repeat(8)}`,
          containerID: `containerd://${hash.repeat(8)}`,
          started: ready,
        },
      ],
      qosClass: 'Burstable',
    },
  };
}

/**
 * @param {string} type
 * @param {boolean} isTrue
 * @param {string} since
 */
function condition(type, isTrue, since) {
  const status = isTrue ? 'True' : 'False';

  return { type, status, lastProbeTime: null, lastTransitionTime: since };
}

/**
 * @param {string} hash
 * @param {string} time
 */
function controllerFields(hash, time) {
  const container = {
    '.': {},
    'f:env': { '.': {}, 'k:{"name":"LOG_LEVEL"}': { '.': {}, ...owned('name', 'value') } },
    ...owned('image', 'imagePullPolicy', 'name'),
    'f:ports': {
      '.': {},
      'k:{"containerPort":8080,"protocol":"TCP"}': {
        '.': {},
        ...owned('containerPort', 'name', 'protocol'),
      },
    },
    'f:resources': { '.': {}, ...owned('limits', 'requests') },
    ...owned('terminationMessagePath', 'terminationMessagePolicy'),
    'f:volumeMounts': {
      '.': {},
      'k:{"mountPath":"/tmp"}': { '.': {}, ...owned('mountPath', 'name') },
    },
  };

  return {
    manager: 'kube-controller-manager',
    operation: 'Update',
    apiVersion: 'v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:metadata': {
        'f:annotations': { '.': {}, ...owned('prometheus.io/port', 'prometheus.io/scrape') },
        'f:generateName': {},
        'f:labels': { '.': {}, ...owned('app', 'app.kubernetes.io/part-of', 'pod-template-hash') },
        'f:ownerReferences': {
          '.': {},
          [`k:{"uid":"${hash}-5e6f-4a7b-8c9d-000000000001"}`]: {},
        },
      },
      'f:spec': {
        'f:containers': { 'k:{"name":"main"}': container },
        ...owned('dnsPolicy', 'enableServiceLinks', 'restartPolicy', 'schedulerName'),
        ...owned('securityContext', 'terminationGracePeriodSeconds', 'volumes'),
      },
    },
  };
}

/**
 * @param {string} ip
 * @param {string} time
 */
function kubeletFields(ip, time) {
  const conditions = ['ContainersReady', 'Initialized'].map((type) => [
    `k:{"type":"${type}"}`,
    { '.': {}, ...owned('lastProbeTime', 'lastTransitionTime', 'status', 'type') },
  ]);

  return {
    manager: 'kubelet',
    operation: 'Update',
    apiVersion: 'v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:status': {
        'f:conditions': Object.fromEntries(conditions),
        ...owned('containerStatuses', 'hostIP', 'phase', 'podIP', 'startTime'),
        'f:podIPs': { '.': {}, [`k:{"ip":"${ip}"}`]: { '.': {}, 'f:ip': {} } },
      },
    },
    subresource: 'status',
  };
}
