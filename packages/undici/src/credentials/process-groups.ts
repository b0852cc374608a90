import { spawn } from 'node:child_process';
import { errorCode } from '../platform/error-code.js';

/** Signals that end a program, and that are passed on to its plugins. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds that plugins have to end themselves after a signal, before they are killed and the program ends. */
const LAST_WORDS = 200;

const running = new Set<number>();
let isEnding = false;

/**
 * Registers the process group of a plugin, so that it does not outlive this program. Returns a function that removes it.
 *
 * While a plugin runs, SIGINT, SIGTERM and SIGHUP are passed on to it. If the program itself does not handle the signal,
 * it ends by that signal as soon as the plugins have ended, at most 0.2 s later.
 *
 * Nothing can be done about a program that is ended by SIGKILL.
 */
export function registerGroup(leader: number): () => void {
  if (running.size === 0) {
    process.on('exit', killAll);
    for (const signal of PASSED_ON) process.on(signal, passOn);
  }
  running.add(leader);

  return () => {
    if (!running.delete(leader) || running.size > 0) return;
    removeListeners();
  };
}

/** Signals a process group. A group that is gone, or that belongs to another user, is left alone. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    // Windows has no process groups and no SIGTERM. This ends the program and its children at once.
    spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore' }).on(
      'error',
      () => undefined,
    );

    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: it has ended. EPERM: it has changed its user, as `sudo` does.
  }
}

/** Whether a process of the group is left. */
export function isGroupAlive(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);

    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function passOn(signal: NodeJS.Signals): void {
  for (const leader of running) signalGroup(leader, signal);
  const isHandled = process.listenerCount(signal) > 1;
  if (isHandled || isEnding) return;
  isEnding = true;
  const end = (): void => {
    clearInterval(checks);
    clearTimeout(deadline);
    killAll();
    removeListeners();
    process.kill(process.pid, signal);
  };
  const checks = setInterval(() => {
    if (![...running].some(isGroupAlive)) end();
  }, 10);
  const deadline = setTimeout(end, LAST_WORDS);
}

function killAll(): void {
  for (const leader of running) signalGroup(leader, 'SIGKILL');
}

function removeListeners(): void {
  process.off('exit', killAll);
  for (const signal of PASSED_ON) process.off(signal, passOn);
}
