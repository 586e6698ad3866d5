import { importFrom, replyToService, serveRequests } from '../../model-process/main.ts';
import { LLAMA } from '../llama-package.ts';
import { loadGenerator } from './generator.ts';
import { generateInTurn } from './in-turn.ts';
import type { LlamaModule } from './llama.ts';
import type { LocalStart } from './messages.ts';

/** Main program of the language model's process. Its argument: a LocalStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as LocalStart;

const loading = importFrom(start.runtime, LLAMA).then((llama) => loadGenerator(llama as LlamaModule, start));
serveRequests(
  generateInTurn(loading, async (ask, signal) => (await loading).answer(ask, signal), replyToService),
);
// Each question is answered with why the model cannot be loaded.
loading.catch(() => undefined);
