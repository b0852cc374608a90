import { type Pipe } from '../marbles/pipe.js';

/** A way to break the pipe: what it does wrong, as a client in the field did. */
export interface Mutant {
  readonly name: string;
  readonly mutate: (pipe: Pipe) => Pipe;
  /** The same way in without the damage. What it disturbs by itself convicts nobody. */
  readonly harmless?: (pipe: Pipe) => Pipe;
}
