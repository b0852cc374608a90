const labels = { 'app.kubernetes.io/name': 'web', 'app.kubernetes.io/managed-by': 'Helm' };
const selector = { 'app.kubernetes.io/name': 'web' };
const metadata = { name: 'web', namespace: 'default', labels };
const rbac = 'rbac.authorization.k8s.io';
const container = {
  name: 'web',
  image: 'nginx:1.27',
  imagePullPolicy: 'IfNotPresent',
  ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
  env: [
    { name: 'MODE', value: 'production' },
    { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'web', key: 'password' } } },
  ],
  envFrom: [{ configMapRef: { name: 'web' } }],
  livenessProbe: { httpGet: { path: '/', port: 'http' } },
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
};
const task = { containers: [{ name: 'task', image: 'migrate:1' }], restartPolicy: 'OnFailure' };

/** The manifests of an ordinary chart. */
export const chart = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata,
      automountServiceAccountToken: true,
      imagePullSecrets: [{ name: 'registry' }],
    },
    { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data: { password: 'cGE1NQ==' } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'app.conf': 'listen = 80\n' } },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata,
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'web', labels },
      rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'web', labels },
      subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: 'default' }],
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'web' },
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'Role',
      metadata,
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata,
      subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: 'default' }],
      roleRef: { apiGroup: rbac, kind: 'Role', name: 'web' },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: {
        type: 'ClusterIP',
        ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
        selector,
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: selector },
          spec: {
            serviceAccountName: 'web',
            securityContext: { runAsNonRoot: true },
            containers: [container],
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'web' } }],
          },
        },
      },
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata,
      spec: {
        rules: [
          {
            host: 'web.example.com',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { service: { name: 'web', port: { name: 'http' } } },
                },
              ],
            },
          },
        ],
      },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { ...metadata, name: 'web-migrate' },
      spec: { backoffLimit: 1, template: { spec: task } },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { ...metadata, name: 'web-clean' },
      spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template: { spec: task } } } },
    },
  ],
};
