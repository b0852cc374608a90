/** A CustomResourceDefinition of widgets in `example.com`, with these fields of its one version. */
export function widgetDefinition(fields: object = {}) {
  return {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, ...fields }],
    },
  };
}
