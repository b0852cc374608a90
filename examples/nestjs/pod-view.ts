import { type Pod } from '@rxkube/protocol';

/** The fields of a pod that the page shows. No other field is kept or sent. */
export interface PodView {
  readonly phase: string;
  readonly node: string | undefined;
}

export function podView({ spec, status }: Pod): PodView {
  return { phase: status?.phase ?? 'Unknown', node: spec.nodeName };
}
