/** Prompts, on standard error: standard output carries only the result. */
import { styleText } from 'node:util';
import { linesOf } from './text-width.ts';

export interface InputOptions {
  /** The answer for Enter alone. */
  readonly fallback?: string | undefined;
  readonly check?: (text: string) => Promise<string | undefined>;
}

export interface Prompts {
  /** Yes or no; Enter means no, unless `enter` says otherwise. */
  confirm(message: string, enter?: boolean): Promise<boolean>;
  /** A secret; the typed text is hidden. */
  secret(message: string): Promise<string>;
  /** A line of text. `check` returns what is wrong with it; then the prompt repeats. */
  input(message: string, options?: InputOptions): Promise<string>;
  /** One of several choices. */
  select<T extends string>(message: string, choices: readonly T[]): Promise<T>;
  /** One of a long list, found by typing a part of it. @param find the choices for what is typed so far */
  search(message: string, find: (typed: string) => readonly Choice[]): Promise<string>;
}

/** A choice: what is shown, and what it stands for. */
export interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Columns of what a question shows around its text: the mark before it, the choice and the answer behind it. */
const AROUND = '? '.length + ' (y/N) no'.length;

/** The text in lines of whole words: the prompt would break them anywhere. */
const folded = (text: string): string =>
  linesOf(text, Math.max(20, (process.stderr.columns || 80) - AROUND)).join('\n');

/** The prompts of this process. Standard input and standard error must be terminals. */
export async function loadPrompts(): Promise<Prompts> {
  const ask = await import('@inquirer/prompts');
  // A tick before a no would look as if it had been done.
  const plain = { prefix: styleText('blue', '?', { stream: process.stderr }) };
  const context = { output: process.stderr, clearPromptOnDone: false };
  return {
    confirm: (message, enter = false) =>
      ask.confirm({ message: folded(message), default: enter, theme: plain }, context),
    secret: (message) => ask.password({ message, mask: '*' }, context),
    input: (message, { fallback, check } = {}) =>
      ask.input(
        {
          message,
          ...(fallback === undefined ? {} : { default: fallback }),
          ...(check ? { validate: async (text: string) => (await check(text)) ?? true } : {}),
        },
        context,
      ),
    select: (message, choices) => ask.select({ message, choices: [...choices] }, context),
    search: (message, find) =>
      ask.search({ message, source: (typed = '') => [...find(typed.trim())] }, context),
  };
}
