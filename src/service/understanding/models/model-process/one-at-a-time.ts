import type { ModelProcess } from './own-process.ts';

/** The processes of one kind that this one has started, by what they were started with. */
export interface OneAtATime<Start, Ask, Answer> {
  /** The process for a model; other models are ended, unless they still answer. */
  of(start: Start): Promise<ModelProcess<Ask, Answer>>;
  /** Ends all of them. */
  stop(): Promise<void>;
}

/** Keeps one model in memory at a time: the next question is probably for the same one. */
export function oneAtATime<Start, Ask, Answer>(
  make: (start: Start) => ModelProcess<Ask, Answer>,
): OneAtATime<Start, Ask, Answer> {
  const processes = new Map<string, ModelProcess<Ask, Answer>>();
  return {
    async of(start) {
      const key = JSON.stringify(start);
      for (const [other, one] of processes) if (other !== key && !one.busy) await one.stop();
      const one = processes.get(key) ?? make(start);
      processes.set(key, one);
      return one;
    },
    async stop() {
      await Promise.all([...processes.values()].map((one) => one.stop()));
    },
  };
}
