/** An accident of the embedded server. */
export type Accident = 'cut' | 'trim' | 'restart';

/** A message of the main job to the process of the server. */
export type Order = Accident | 'stop churn';

/** A message of the server's process: its address once, and each order when it has been carried out. */
export type Word = { readonly url: string } | { readonly done: Order };

/** The accidents of one round, in their order. Timeouts of the watch come by themselves. */
export const ACCIDENTS: readonly Accident[] = ['cut', 'trim', 'restart'];
