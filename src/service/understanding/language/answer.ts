import * as z from 'zod';

/** Content is text, or a list of parts. Everything else (usage, for example) may be missing. */
const part = z.object({ text: z.string().optional() });
const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.union([z.string(), z.array(part)]) }) })).min(1),
});

/** A model's answer, without its reasoning. @throws Error if the body is not a chat response */
export function saidIn(body: string): string {
  const parsed = completion.safeParse(parse(body));
  const content = parsed.data?.choices[0]?.message.content;
  if (content === undefined) throw new Error('the response is not a chat completion');
  const text = typeof content === 'string' ? content : content.map((one) => one.text ?? '').join('');
  return text.replace(/<think>[\s\S]*?(<\/think>|$)/g, '').trim();
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

/** Returns a parser for answers that match a zod schema. */
export function readWith<T>(schema: z.ZodType<T>): (value: unknown) => T {
  return (value) => {
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    const [issue] = checked.error.issues;
    throw new Error(`${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'is not as requested'}`);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
