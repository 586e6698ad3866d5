import { EndpointOverflow, EndpointRefused, EndpointTimedOut, ModelDeclined } from '../../endpoint/errors.ts';
import { ModelFailed } from '../../model-process/messages.ts';
import type { Said } from '../answer.ts';
import type { LocalLanguage } from '../model.ts';
import type { Message, Question, Teller } from '../question.ts';
import { answerTokens, type LocalAsk, type LocalMessage } from './messages.ts';
import { askLocal } from './provider.ts';

/** Tokens of the marks between the messages of a question. */
const FORM_TOKENS = 128;

/** A conversation with a model on this machine. @param urgent somebody waits for the answers */
export function localTeller(of: LocalLanguage, urgent: boolean): Teller {
  const asked = async (ask: LocalAsk, signal: AbortSignal) => {
    try {
      return await askLocal({ of, ask }, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw refused(error, of);
    }
  };
  return {
    model: of.model,
    place: `the model ${of.model}`,
    async tell({ schema, temperature = 0 }: Question<unknown>, messages, signal): Promise<Said> {
      const plain = messages.map((message) => plainOf(message, of));
      const said = await asked({ type: 'answer', messages: plain, schema, temperature, urgent }, signal);
      if (said.type !== 'answer') throw new EndpointRefused(`${of.model} did not answer`);
      const { text, cutOff, input, output } = said;
      return { text, cutOff, usage: { input, output } };
    },
    async shares(lines, { around }, signal) {
      const counted = await asked({ type: 'count', texts: [around, ...lines] }, signal);
      if (counted.type !== 'count') throw new EndpointRefused(`${of.model} did not count`);
      const [fixed = 0, ...tokens] = counted.tokens;
      const room = counted.context - answerTokens(counted.context) - FORM_TOKENS - fixed;
      // One more for the line break.
      return tokens.map((count) => (room > 0 ? (count + 1) / room : Number.POSITIVE_INFINITY));
    },
  };
}

/** @throws ModelDeclined for pictures */
function plainOf({ role, content }: Message, { model }: LocalLanguage): LocalMessage {
  if (typeof content !== 'string') throw new ModelDeclined(`the model ${model} reads no pictures`);
  return { role, content };
}

function refused(error: unknown, { model }: LocalLanguage): EndpointRefused {
  const message = `the model ${model} gave no answer: ${error instanceof Error ? error.message : error}`;
  const kind = error instanceof ModelFailed ? error.kind : undefined;
  if (kind === 'late') return new EndpointTimedOut(message);
  return kind === 'overflow' ? new EndpointOverflow(message) : new EndpointRefused(message, { cause: error });
}
