import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

import { within } from './within.js';

/** How long a part of a control plane may take to be ready. Milliseconds; it is about 10 s on two idle cores. */
const READY_WITHIN = 180_000;
/** The number of log lines that an error shows. */
const TAIL = 30;

/** The options of {@link startProcess}. */
export interface ProcessOptions {
  readonly binary: string;
  readonly args: readonly string[];
  /** The file to which its output is appended. */
  readonly log: string;
  /** Rejects while it is too early. */
  readonly ready: () => Promise<void>;
}

/** A process of ours that serves until it is ended. */
export interface ServerProcess {
  /** Kills it. Its sockets are reset without notice. */
  readonly kill: () => Promise<void>;
  /** Asks it to end. */
  readonly terminate: () => void;
  /** Waits until it has ended. */
  readonly ended: () => Promise<void>;
}

/** Starts a part of the control plane and waits until it is ready. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { binary, args, log, ready } = options;
  const output = openSync(log, 'a', 0o600);
  const child = spawn(binary, args, {
    // It ends with its standard input, that is with this process, whatever becomes of this process.
    stdio: ['pipe', output, output],
    env: { ...process.env, CONTROL_PLANE_ENDS_WITH_STDIN: '1' },
  });
  closeSync(output);
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );

  try {
    await within(READY_WITHIN, `${String(args[0])} is ready`, async () => {
      if (hasEnded(child)) return 'ended';
      await ready();

      return 'ready';
    });
    if (hasEnded(child)) throw new Error(`${String(args[0])} has ended with ${endOf(child)}`);
  } catch (cause) {
    await end(child, ended);
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${problem}\n${tailOf(log)}`, { cause });
  }

  return {
    kill: () => end(child, ended),
    terminate: () => {
      child.kill('SIGTERM');
    },
    ended: () => ended,
  };
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGKILL');
  await ended;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function endOf({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${String(exitCode)}`;
}

function tailOf(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-TAIL).join('\n');
}
