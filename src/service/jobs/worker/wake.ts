import { EventEmitter } from 'node:events';
import type { WakeUp } from '../../queue/queue.ts';

/** Wakes the idle workers of this process as soon as a job is enqueued. Workers of other processes poll. */
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
