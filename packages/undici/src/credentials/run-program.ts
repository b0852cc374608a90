import { type ChildProcess, spawn } from 'node:child_process';

import { Observable } from 'rxjs';

import { errorCode } from '../platform/error-code.js';
import { isGroupAlive, registerGroup, signalGroup } from './process-groups.js';

/** A program, and its limits. */
export interface Program {
  /** The path of its file. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lets it use the keyboard and the screen of this program. */
  readonly interactive: boolean;
  /** Largest output in bytes. */
  readonly maxOutput: number;
  /** Keeps the last bytes of its standard error: this many. 0 discards all. */
  readonly keptStderr: number;
}

/** The end of a program. */
export type ProgramEnd =
  | {
      readonly _tag: 'Ended';
      /** The exit code, or the name of the signal. */
      readonly code: number | string;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly _tag: 'NotStarted'; readonly code: string }
  | { readonly _tag: 'TooMuch' };

/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_DELAY = 5_000;

/** Milliseconds without output after which a program that has exited is taken to have printed everything. */
const DRAIN_TIMEOUT = 100;

/**
 * Runs a program and emits its end.
 *
 * - It is judged by its exit. A helper that it leaves behind may keep its output open.
 * - Unsubscribing ends it and all that it has started, unless it is interactive: then it stays in the process group of
 *   the terminal, and only the program itself is ended. It does not keep this process alive then.
 * - Errors of the platform quote arguments, so only their codes are handed on.
 */
export function runProgram(program: Program): Observable<ProgramEnd> {
  // No operator starts programs.
  return new Observable<ProgramEnd>((subscriber) => {
    const end = (how: ProgramEnd): void => {
      subscriber.next(how);
      subscriber.complete();
    };
    const child = start(program);
    if (typeof child === 'string') {
      end({ _tag: 'NotStarted', code: child });

      return undefined;
    }
    // It may fail more than once, and an error without a listener would end this process.
    child.on('error', (error) => {
      if (child.pid === undefined) {
        end({ _tag: 'NotStarted', code: errorCode(error) ?? 'UNKNOWN' });
      }
    });
    collect(child, program, end);

    return () => {
      stop(child);
    };
  });
}

/** Starts the program. Returns the code of the error if it cannot be started. */
function start({ file, args, env, interactive, keptStderr }: Program): ChildProcess | string {
  const stderr = keptStderr > 0 ? 'pipe' : 'ignore';
  try {
    const child = spawn(file, args, {
      env,
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', interactive ? 'inherit' : stderr],
      windowsHide: true,
      // A process group of its own. It is also a session without a terminal, which an interactive program needs.
      detached: !interactive && process.platform !== 'win32',
    });
    if (child.pid !== undefined && !interactive) groups.set(child, registerGroup(child.pid));

    return child;
  } catch (error) {
    return errorCode(error) ?? 'UNKNOWN';
  }
}

/** For each child that leads a process group, the function that removes the group from the register. */
const groups = new WeakMap<ChildProcess, () => void>();

function collect(child: ChildProcess, program: Program, end: (how: ProgramEnd) => void): void {
  const { maxOutput, keptStderr } = program;
  const printed: Buffer[] = [];
  let size = 0;
  let stderr = Buffer.alloc(0);
  let exitCode: number | string | undefined;
  let drained: NodeJS.Timeout | undefined;

  function finish(): void {
    clearTimeout(drained);
    if (exitCode === undefined) return;
    end({
      _tag: 'Ended',
      code: exitCode,
      stdout: Buffer.concat(printed).toString('utf8'),
      stderr: stderr.toString('utf8'),
    });
  }

  function finishSoon(): void {
    clearTimeout(drained);
    if (exitCode !== undefined) drained = setTimeout(finish, DRAIN_TIMEOUT);
  }

  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutput) end({ _tag: 'TooMuch' });
    else printed.push(chunk);
    finishSoon();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-keptStderr);
    finishSoon();
  });
  child.once('exit', (code, signal) => {
    exitCode = code ?? signal ?? 'unknown';
    finishSoon();
  });
  child.once('close', finish);
}

/** Ends a program that runs, and closes the pipes to it. Helpers that a program has left behind may hold them open. */
function stop(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  const unregister = groups.get(child);
  const leader = child.pid;
  const hasExited = child.exitCode !== null || child.signalCode !== null;
  if (hasExited || leader === undefined) {
    unregister?.();

    return;
  }
  child.unref();
  const signal = (name: NodeJS.Signals): void => {
    if (unregister === undefined) child.kill(name);
    else signalGroup(leader, name);
  };
  signal('SIGTERM');
  const killing = setTimeout(() => {
    signal('SIGKILL');
    unregister?.();
  }, KILL_DELAY).unref();
  child.once('exit', () => {
    // A child of it may ignore SIGTERM. The number of the group is not used again while it has members.
    if (unregister !== undefined && isGroupAlive(leader)) return;
    clearTimeout(killing);
    unregister?.();
  });
}
