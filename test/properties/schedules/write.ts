import { type Store } from '@rxkube/apiserver';
import { configMaps } from '@rxkube/protocol';

import { SECRET } from './observer.js';
import { type Write } from './schedule.js';

/** Writes one thing; `noted` is called after each step of it. */
export function write(
  store: Store,
  { name, namespace, deed, n }: Write,
  noted = (): void => undefined,
): void {
  const metadata = { namespace, name };
  const data = { n: String(n), é: `日本 😀 \u2028 "${SECRET}"` };
  const labels = n % 2 === 0 ? { tier: 'web' } : {};
  const create = (): void => {
    store.create(configMaps, { metadata: { ...metadata, labels }, data });
    noted();
  };
  if (store.get(configMaps, metadata) === undefined) {
    if (deed !== 'delete') create();

    return;
  }
  switch (deed) {
    case 'put':
      store.patch(configMaps, metadata, { data });
      break;
    case 'relabel':
      store.patch(configMaps, metadata, { metadata: { labels: { tier: labels.tier ?? null } } });
      break;
    case 'delete':
    case 'replace':
      store.delete(configMaps, metadata);
      noted();
      // The same name again at once is another object.
      if (deed === 'replace') create();

      return;
  }
  noted();
}
