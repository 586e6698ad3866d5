import * as z from 'zod';

/** Content is text, or a list of parts; null beside a refusal. Everything else may be missing. */
const part = z.object({ text: z.string().optional() });
const message = z.object({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: z.string().nullish(),
});
const completion = z.object({
  choices: z.array(z.object({ message, finish_reason: z.string().nullish() })).min(1),
  usage: z
    .object({ prompt_tokens: z.number().nonnegative(), completion_tokens: z.number().nonnegative() })
    .nullish()
    .catch(null),
});

/** What a model said. */
export interface Said {
  /** Its answer, without its reasoning. */
  readonly text: string;
  /** Why it will not answer, if it says so itself. */
  readonly refusal?: string;
  /** True if the answer ends where the endpoint's limit was reached. */
  readonly cutOff: boolean;
  /** Tokens as the endpoint counted them. */
  readonly usage?: { readonly input: number; readonly output: number };
}

/** A model's answer. @throws Error if the body is not a chat response */
export function saidIn(body: string): Said {
  const { data } = completion.safeParse(parse(body));
  const [choice] = data?.choices ?? [];
  const content = choice?.message.content;
  const refusal = refusalOf(choice);
  if (content == null && refusal === undefined) throw new Error('the response is not a chat completion');
  const text = typeof content === 'string' ? content : (content ?? []).map((one) => one.text ?? '').join('');
  const counted = data?.usage;
  return {
    text: text.replace(/<think>[\s\S]*?(<\/think>|$)/g, '').trim(),
    cutOff: choice?.finish_reason === 'length',
    ...(refusal !== undefined && { refusal }),
    ...(counted && { usage: { input: counted.prompt_tokens, output: counted.completion_tokens } }),
  };
}

function refusalOf(choice: z.output<typeof completion>['choices'][number] | undefined): string | undefined {
  if (choice?.message.refusal) return choice.message.refusal.slice(0, 300);
  return choice?.finish_reason === 'content_filter' ? 'its content filter stopped the answer' : undefined;
}

/**
 * The JSON in an answer, whatever surrounds it: a code fence, or words before and after.
 * @throws Error if there is none, in words the model can use
 */
export function jsonIn(said: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(said)?.[1];
  const from = said.indexOf('{');
  const braced = from < 0 ? undefined : said.slice(from, said.lastIndexOf('}') + 1);
  const found = [said, fenced, braced].map((text) => parse(text ?? '')).find((one) => one !== undefined);
  if (found === undefined) throw new Error('it contains no JSON object');
  return found;
}

/** Errors named to a model at once. */
const MOST_ISSUES = 5;

/** Returns a parser for answers that match a zod schema. It names every error, so that one repair can mend them. */
export function readWith<T>(schema: z.ZodType<T>): (value: unknown) => T {
  return (value) => {
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    const issues = checked.error.issues.slice(0, MOST_ISSUES);
    throw new Error(
      issues.map(({ path, message: what }) => `${path.join('.') || 'the object'}: ${what}`).join('; '),
    );
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
