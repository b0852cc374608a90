import { type KubeObject, resource } from 'rxkube';

/** The desired state of a website: pages by name. */
export interface Website extends KubeObject {
  readonly spec: { readonly pages: Readonly<Record<string, string>> };
}

/** The custom resource that the controller is for. */
export const websites = resource<Website>({
  group: 'example.com',
  version: 'v1',
  plural: 'websites',
  kind: 'Website',
  namespaced: true,
});
