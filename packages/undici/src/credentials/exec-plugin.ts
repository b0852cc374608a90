/** A program that prints a credential, as a kubeconfig names it. */
export interface ExecPlugin {
  readonly apiVersion: string;
  /** A name on the `PATH`, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this program. */
  readonly env: Readonly<Record<string, string>>;
  /** What to do where the program is missing. */
  readonly installHint: string | undefined;
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always';
  /** What the program learns about the cluster, where it asks for that. */
  readonly cluster: Readonly<Record<string, unknown>> | undefined;
}
