/** What can be made to happen to the embedded server. */
export type Accident = 'cut' | 'trim' | 'restart';

/** What the main job says to the process of the server. */
export type Order = Accident | 'stop churn' | 'close';

/** What the process of the server says: its address once, and each order when it is carried out. */
export type Word = { readonly url: string } | { readonly done: Order };

/** When the accidents happen, in parts of the time of a run. Timeouts of the watch come by themselves. */
export const ACCIDENTS: readonly (readonly [part: number, accident: Accident])[] = [
  [0.25, 'cut'],
  [0.45, 'trim'],
  [0.7, 'restart'],
];
