import { type ChildProcess, spawn } from 'node:child_process';

import { Observable } from 'rxjs';

/** A program, and what bounds it. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Leaves it the keyboard and the screen of this program. */
  readonly interactive: boolean;
  /** Bytes that it may print. */
  readonly maxOutput: number;
}

/** How a program ended. */
export type ProgramEnd =
  | {
      readonly _tag: 'Ended';
      readonly code: number | string;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly _tag: 'NotStarted'; readonly code: string }
  | { readonly _tag: 'TooMuch' };

/** Bytes of its complaints that are kept: the last ones, where programs say why. */
const STDERR = 4 * 1024;

/** Milliseconds until a program that was asked to end is ended. */
const GRACE = 5_000;

/**
 * Runs a program and gives its end. Unsubscribing ends it; it does not keep this process alive then.
 *
 * The errors of the platform quote arguments, so that only their codes are handed on.
 */
export function runProgram(program: Program): Observable<ProgramEnd> {
  const { command, args, env, interactive, maxOutput } = program;

  // No operator starts programs.
  return new Observable<ProgramEnd>((subscriber) => {
    const child = started(command, args, env, interactive);
    if (typeof child === 'string') {
      subscriber.next({ _tag: 'NotStarted', code: child });
      subscriber.complete();

      return undefined;
    }
    const printed: Buffer[] = [];
    let size = 0;
    let complaints = Buffer.alloc(0);
    let isCut = false;
    const end = (how: ProgramEnd): void => {
      subscriber.next(how);
      subscriber.complete();
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) end({ _tag: 'TooMuch' });
      else printed.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      const all = Buffer.concat([complaints, chunk]);
      isCut ||= all.length > STDERR;
      complaints = all.subarray(-STDERR);
    });
    child.once('error', (error) => {
      end({ _tag: 'NotStarted', code: codeOf(error) });
    });
    child.once('close', (code, signal) => {
      end({
        _tag: 'Ended',
        code: code ?? signal ?? 'unknown',
        stdout: Buffer.concat(printed).toString('utf8'),
        // A word that is cut may be the end of a token, which nobody would recognise.
        stderr: complaints.toString('utf8').replace(isCut ? /^\S*/u : '', ''),
      });
    });

    return () => {
      stop(child);
    };
  });
}

function started(
  command: string,
  args: readonly string[],
  env: Program['env'],
  interactive: boolean,
): ChildProcess | string {
  try {
    return spawn(command, args, {
      env,
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', interactive ? 'inherit' : 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    return codeOf(error);
  }
}

function stop(child: ChildProcess): void {
  // Also behind its end: a program that it has started, and left behind, may hold them open.
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.unref();
  child.kill();
  const insist = setTimeout(() => child.kill('SIGKILL'), GRACE);
  insist.unref();
  child.once('exit', () => {
    clearTimeout(insist);
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'UNKNOWN';
}
