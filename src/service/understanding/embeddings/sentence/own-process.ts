import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { entryPath } from '../../../../media/entry-path.ts';
import type { EncoderReply } from './messages.ts';
import { EncoderRequests } from './requests.ts';

/** An encoder in a process of its own: it takes up to 330 MB. */
export interface EncoderProcess {
  /** See EncoderRequests. The process starts with the first request, and again if it died. */
  ask(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the process if it runs. The next request starts another. */
  stop(): Promise<void>;
}

/** An idle process is ended after this many milliseconds; another takes a second or two to start. */
const IDLE_MS = 5 * 60_000;

/** A process that leaves a request without a reply for so many milliseconds hangs. */
const HANGS_MS = 120_000;

/** @param args makes the arguments of the process; throws a readable reason if it cannot be started */
export function encoderProcess(args: () => readonly string[]): EncoderProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const requests = new EncoderRequests((request) => {
    child ??= begin();
    child.send(request, () => undefined);
  });

  function begin(): ChildProcess {
    const started = startProcess(args());
    const gone = (how: string) => {
      if (child !== started) return;
      child = undefined;
      requests.lost(`the text encoder ${how}`);
    };
    started.on('message', (reply: EncoderReply) => requests.receive(reply));
    started.once('exit', (code, signal) => gone(`ended (${signal ?? `status ${code}`})`));
    started.once('error', (error) => gone(`could not be started: ${error.message}`));
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const leaving = child;
    if (leaving?.pid === undefined) return;
    child = undefined;
    // An idle one does not keep this process alive, which would end before it.
    hold(leaving, true);
    const ended = once(leaving, 'exit');
    leaving.kill('SIGKILL');
    await ended;
    requests.rejectAll('the text encoder was stopped');
  }

  return {
    async ask(texts, signal) {
      clearTimeout(idle);
      const hangs = setInterval(() => child?.kill('SIGKILL'), HANGS_MS).unref();
      try {
        const answer = requests.ask(texts, signal);
        hold(child, true);
        return await answer;
      } finally {
        clearInterval(hangs);
        if (requests.size === 0) {
          hold(child, false);
          idle = setTimeout(stop, IDLE_MS).unref();
        }
      }
    },
    stop,
  };
}

/** The process is loaded from its bundle, never from source: see scripts/build.mjs. It gets no secrets of the environment. */
function startProcess(args: readonly string[]): ChildProcess {
  return fork(entryPath('encoder'), args, {
    ...{ execArgv: [], env: {}, serialization: 'advanced' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Keeps this process alive while the encoder works. */
function hold(child: ChildProcess | undefined, busy: boolean): void {
  if (busy) {
    child?.ref();
    child?.channel?.ref();
  } else {
    child?.unref();
    child?.channel?.unref();
  }
}
