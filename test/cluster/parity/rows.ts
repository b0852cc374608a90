/** Rows of `packages/protocol/docs/server-behaviour.md` that need a scenario: those that both servers can show. */
export const rows: readonly string[] = [
  ...numbered('2.3 V', 1, 10),
  '2.4 version',
  '2.4 continue',
  '2.4 continue rv 0',
  '2.4 continue start',
  '2.4 continue v',
  '2.4 continue with rv',
  '2.4 shardSelector',
  '2.5 ""',
  '2.5 "" limit',
  '2.5 "0"',
  '2.5 n unset 0',
  '2.5 n unset N',
  '2.5 n NotOlderThan 0',
  '2.5 n NotOlderThan N',
  '2.5 n Exact',
  '2.5 token',
  '2.5 token -1',
  '2.5 n token',
  '2.6 "" true true',
  '2.6 "" true false',
  '2.6 "0" true true',
  '2.6 n true true',
  '2.6 "" false',
  '2.6 "0" false',
  '2.6 n false',
  '2.6 n nil',
  '2.6 ""/"0" nil (gate off)',
  '2.6 future SIE',
  '2.6 future',
  '2.6 window',
  '2.6 not ready',
  '6.5',
  '6.5 deleted',
  '6.5 fields',
  '6.7 one counter',
  '6.7 create',
  '6.7 update',
  '6.7 identical',
  '6.7 delete',
  '6.7 finalizers',
  '6.7 grace',
  '6.7 second delete',
  '6.7 last finalizer',
  '6.7 status',
  '6.7 deletecollection',
  '6.7 dry run',
  '6.7 conflict',
  '6.7 create with rv',
  '6.7 create existing',
  '6.7 other resource',
  '6.7 generation',
  ...numbered('3.1 E', 1, 21),
];

/** Rows that no scenario is about, each with the reason. */
export const withoutScenario: Readonly<Record<string, string>> = {
  '2.4 shardSelector (gate on)': 'an alpha feature that ours does not have',
  '2.5 "0" Exact': 'is 2.3 V4',
  '2.5 "" any value': 'is 2.3 V1',
  '2.6 re-initialised':
    'takes a cache that begins again within the microseconds in which a watch is accepted',
  '2.6 no progress notify': 'takes an etcd older than 3.4',
  '6.7 TTL expiry': 'events alone expire, after an hour, and ours keeps them for ever',
  '3.1 E3':
    'of a real server alone: interruptions.spec.ts brings one to it; ours remembers what was before a change',
  '3.1 E4':
    'no server since 1.18 answers so: Gone and 410 on the request are in the unit tests of nextMove',
  '3.1 E14':
    'looks like E13, which comes first: a watch that falls so far behind has long been dropped as a slow reader',
  '3.1 E17': 'no server sends it: the client makes it of a broken frame',
  '3.1 E18':
    'of a real server alone: interruptions.spec.ts brings one to it; what ours stores cannot be unreadable',
};

function numbered(name: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${name}${String(from + index)}`);
}
