import { type Pipe } from '../marbles/pipe.js';

/** A way to break the pipe: what it does wrong, as a client in the field did. */
export interface Mutant {
  readonly name: string;
  readonly mutate: (pipe: Pipe) => Pipe;
  /** The same way in without the damage. A story that fails here too does not count. */
  readonly harmless?: (pipe: Pipe) => Pipe;
}
