import { type Pod } from '@rxkube/protocol';

/** What a page shows of a pod. Nothing else of it is kept in memory, or sent. */
export interface PodView {
  readonly phase: string;
  readonly node: string | undefined;
}

export function podView({ spec, status }: Pod): PodView {
  return { phase: status?.phase ?? 'Unknown', node: spec.nodeName };
}
