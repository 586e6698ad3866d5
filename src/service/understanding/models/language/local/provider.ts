/**
 * A language model in a GGUF on this machine: messages with the schema of their answer come in, JSON that fits goes
 * out. It runs in a process of its own (process.ts, generator.ts), one model at a time.
 */

import { LAST } from '../../../../../media/index.ts';
import type { ModelPort } from '../../model-process/messages.ts';
import { modelProcess, oneAtATime } from '../../model-process/own-process.ts';
import { throughService } from '../../model-process/requests.ts';
import type { LocalLanguage } from '../model.ts';
import type { LocalAnswer, LocalAsk, LocalStart } from './messages.ts';

/** A question, and the model that it is for. */
export interface AskOfModel {
  readonly of: LocalLanguage;
  readonly ask: LocalAsk;
}

const processes = oneAtATime(started);

/** Language models in processes that this one starts. One model is in memory at a time, unless another still answers. */
export const ownLanguage: ModelPort<AskOfModel, LocalAnswer> = {
  async ask({ of, ask }, signal) {
    return (await processes.of(of)).ask(ask, signal);
  },
};

function started({ file, runtime, contextTokens, threads, timeoutSeconds }: LocalLanguage) {
  const start: LocalStart = { file, runtime, contextTokens, threads };
  return modelProcess<LocalAsk, LocalAnswer>({
    kind: 'language',
    name: 'language model',
    entry: 'language',
    args: () => [JSON.stringify(start)],
    hangsMs: timeoutSeconds * 1000,
    niceness: LAST,
  });
}

/** Who is asked: a process of this one, or in a worker the service. */
let port = ownLanguage;

/** Asks a model on this machine. Rejects with ModelFailed. */
export function askLocal(asked: AskOfModel, signal: AbortSignal): Promise<LocalAnswer> {
  return port.ask(asked, signal);
}

/** Lets the service ask for this process, which is one of its workers. */
export function askLanguageInService(): void {
  port = throughService('language');
}

/** Ends the processes that this one has started. */
export async function stopLanguage(): Promise<void> {
  await processes.stop();
}
