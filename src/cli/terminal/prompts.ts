/** Questions to a person, on standard error, so that standard output stays the result's. */

export interface InputOptions {
  /** What Enter alone means. */
  readonly fallback?: string | undefined;
  readonly check?: (text: string) => Promise<string | undefined>;
}

export interface Prompts {
  /** Yes or no; Enter means no. */
  confirm(message: string): Promise<boolean>;
  /** A secret, not shown while it is typed. */
  secret(message: string): Promise<string>;
  /** A line of text. `check` says what is wrong with it, and it is asked for again. */
  input(message: string, options?: InputOptions): Promise<string>;
  /** One of several. */
  select<T extends string>(message: string, choices: readonly T[]): Promise<T>;
}

/** Prompts of this process. Only for when standard input and standard error are terminals. */
export async function loadPrompts(): Promise<Prompts> {
  const ask = await import('@inquirer/prompts');
  const context = { output: process.stderr, clearPromptOnDone: false };
  return {
    confirm: (message) => ask.confirm({ message, default: false }, context),
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
  };
}
