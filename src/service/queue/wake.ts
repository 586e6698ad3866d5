import { EventEmitter } from 'node:events';

export interface WakeUp {
  /** Wakes everyone who waits, once the transaction that is running now had its chance to end. */
  soon(): void;
  /** Ends after `ms`, at a wake-up or an abort, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Tells the workers of this process about new work at once; those of others look for themselves. */
export function wakeUp(): WakeUp {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    soon: () => void setImmediate(() => emitter.emit('work')),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          emitter.off('work', end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        emitter.on('work', end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  };
}
