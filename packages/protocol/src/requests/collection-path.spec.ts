import { describe, expect, it } from 'vitest';

import { scopeOf } from './collection-path.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type Collection, resource } from '../resources/resource.js';
import { deployments } from '../resources/apps/deployments.js';
import { nodes } from '../resources/core/nodes.js';
import { pods } from '../resources/core/pods.js';
import { allOf } from '../selector/all-of.js';
import { field } from '../selector/field.js';
import { label } from '../selector/label.js';

const widgets = resource({
  group: 'example.com',
  version: 'v1alpha1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

describe('scopeOf', () => {
  it.each<[string, Collection<KubeObject>]>([
    ['/api/v1/pods', { resource: pods }],
    ['/api/v1/nodes', { resource: nodes }],
    ['/api/v1/namespaces/default/pods', { resource: pods, namespace: 'default' }],
    ['/apis/apps/v1/deployments', { resource: deployments }],
    [
      '/apis/apps/v1/namespaces/kube-system/deployments',
      { resource: deployments, namespace: 'kube-system' },
    ],
    ['/apis/example.com/v1alpha1/namespaces/a/widgets', { resource: widgets, namespace: 'a' }],
    ['/api/v1/namespaces/a%23b%3F/pods', { resource: pods, namespace: 'a#b?' }],
  ])('is served at %s', (path, collection) => {
    expect(scopeOf(collection)).toEqual({ path, query: {} });
  });

  it('asks for one name by a field selector, on the path of the collection', () => {
    expect(scopeOf({ resource: pods, namespace: 'default', name: 'web-0' })).toEqual({
      path: '/api/v1/namespaces/default/pods',
      query: { fieldSelector: 'metadata.name=web-0' },
    });
  });

  it('puts the name before other fields, and escapes it', () => {
    expect(
      scopeOf({
        resource: pods,
        name: 'a,b=c',
        fieldSelector: field('status.phase').equals('Running'),
      }).query,
    ).toEqual({ fieldSelector: 'metadata.name=a\\,b\\=c,status.phase=Running' });
  });

  it('writes selectors that are data', () => {
    const collection = {
      resource: pods,
      labelSelector: allOf(label('app').equals('web'), label('tier').notIn(['b', 'a'])),
      fieldSelector: field('spec.nodeName').notEquals('n1'),
    };

    expect(scopeOf(collection).query).toEqual({
      labelSelector: 'app=web,tier notin (a,b)',
      fieldSelector: 'spec.nodeName!=n1',
    });
  });

  it('hands on selectors that are text, as they are', () => {
    const query = {
      labelSelector: ' app in ( web ) , !old',
      fieldSelector: 'status.phase==Running',
    };

    expect(scopeOf({ resource: pods, ...query }).query).toEqual(query);
  });

  it('sends no selector that is empty', () => {
    expect(scopeOf({ resource: pods, labelSelector: '', fieldSelector: '' }).query).toEqual({});
    expect(
      scopeOf({ resource: pods, labelSelector: { _tag: 'LabelSelector', requirements: [] } }).query,
    ).toEqual({});
  });

  it.each<[string, object]>([
    ['resource', {}],
    ['resource', { resource: 'pods' }],
    ['resource', { resource: {} }],
    ['resource', { resource: null }],
    ['namespace', { resource: pods, namespace: '' }],
    ['namespace', { resource: pods, namespace: 'a/b' }],
    ['namespace', { resource: pods, namespace: '..' }],
    ['namespace', { resource: pods, namespace: '.' }],
    ['namespace', { resource: pods, namespace: 'a%2Fb' }],
    ['namespace', { resource: pods, namespace: 'a b' }],
    ['namespace', { resource: pods, namespace: null }],
    ['namespace', { resource: nodes, namespace: 'default' }],
    ['name', { resource: pods, name: '' }],
    ['name', { resource: pods, name: 'a/b' }],
    ['name', { resource: pods, name: 7 }],
    ['labelSelector', { resource: pods, labelSelector: 'app in web' }],
    ['labelSelector', { resource: pods, labelSelector: { app: 'web' } }],
    ['labelSelector', { resource: pods, labelSelector: null }],
    ['labelSelector', { resource: pods, labelSelector: field('metadata.name').equals('a') }],
    ['fieldSelector', { resource: pods, fieldSelector: 'status.phase' }],
    ['fieldSelector', { resource: pods, fieldSelector: label('app').exists() }],
    // F16: half of a character cannot be sent.
    ['namespace', { resource: pods, namespace: 'a\ud800' }],
    ['name', { resource: pods, name: 'a\udc00b' }],
    ['fieldSelector', { resource: pods, fieldSelector: field('metadata.name').equals('\ud800') }],
  ])('names %s where it cannot work: %o', (named, collection) => {
    expect(() => scopeOf(collection as unknown as Collection<KubeObject>)).toThrow(
      expect.objectContaining({ _tag: 'ProtocolError', rule: 'invalidArgument', field: named }),
    );
  });
});
