// The transport
export { type NodeTransport, nodeTransport } from './node-transport.js';
export { type NodeTransportOptions } from './options/node-transport-options.js';
export { type Pem } from './tls/tls-material.js';
export { type ClientCertificate, type Credential } from './credentials/credential.js';
export { type Impersonation } from './options/impersonation-headers.js';

// The server and the credentials
export { type ClusterAccess } from './kubeconfig/cluster-access.js';
export { defaultClusterDigest } from './kubeconfig/default-access.js';
export { type InClusterOptions, inCluster } from './kubeconfig/in-cluster.js';
export {
  type FromKubeConfigOptions,
  type KubeConfigCluster,
  type KubeConfigLike,
  type KubeConfigUser,
  fromKubeConfig,
} from './kubeconfig/from-kube-config.js';
export {
  type AllowedProgram,
  type ExecPolicy,
  type ExecStderr,
} from './credentials/exec-policy.js';
export { type KubeconfigOptions, kubeconfig } from './kubeconfig/kubeconfig.js';
