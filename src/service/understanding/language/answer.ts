import * as z from 'zod';

/** Content comes as text, or in parts. Everything else (usage, for one) may be missing. */
const part = z.object({ text: z.string().optional() });
const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.union([z.string(), z.array(part)]) }) })).min(1),
});

/** What a model said, without what it thought. @throws Error when it is not an answer to a chat */
export function saidIn(body: string): string {
  const parsed = completion.safeParse(parse(body));
  const content = parsed.data?.choices[0]?.message.content;
  if (content === undefined) throw new Error('what came back is no chat completion');
  const text = typeof content === 'string' ? content : content.map((one) => one.text ?? '').join('');
  return text.replace(/<think>[\s\S]*?(<\/think>|$)/g, '').trim();
}

/**
 * The JSON in what was said, whatever is around it: a fence, or words before and after.
 * @throws Error saying so where there is none, in words the model can use
 */
export function jsonIn(said: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(said)?.[1];
  const from = said.indexOf('{');
  const braced = from < 0 ? undefined : said.slice(from, said.lastIndexOf('}') + 1);
  const found = [said, fenced, braced].map((text) => parse(text ?? '')).find((one) => one !== undefined);
  if (found === undefined) throw new Error('there is no JSON object in it');
  return found;
}

/** A reader of answers that a schema of zod describes. */
export function readWith<T>(schema: z.ZodType<T>): (value: unknown) => T {
  return (value) => {
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    const [issue] = checked.error.issues;
    throw new Error(`${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'is not as asked'}`);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
