/**
 * An agent without a language model. It knows nothing of vau: it takes the tool whose name and description share most words
 * with what it is to do, puts what it knows into the arguments whose names or descriptions fit, and makes the next calls that
 * results name, until there is none.
 */
import type { Agent, Called } from './mcp-client.ts';

/** What the agent knows, by what it is. */
export type Facts = Readonly<Record<string, unknown>>;

interface Listed {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly [key: string]: unknown };
}

/** Words that tell nothing. */
const common = new Set([
  'this',
  'that',
  'with',
  'from',
  'what',
  'each',
  'them',
  'does',
  'have',
  'into',
  'more',
]);

/** The beginnings of the words of a text, so that "uploads" is like "upload". */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]+/g) ?? [])
      .filter((word) => word.length > 2 && !common.has(word))
      .map((word) => word.slice(0, 5)),
  );

/** The tool for something to do. */
export function toolFor(tools: readonly Listed[], does: string): Listed {
  const wanted = [...wordsOf(does)];
  const scored = tools.map((tool) => {
    const [name, text] = [wordsOf(tool.name), wordsOf(tool.description ?? '')];
    const score = wanted.reduce((sum, word) => sum + (name.has(word) ? 3 : 0) + (text.has(word) ? 1 : 0), 0);
    return { tool, score };
  });
  const [best] = scored.sort((a, b) => b.score - a.score);
  if (!best || best.score === 0) throw new Error(`no tool for: ${does}`);
  return best.tool;
}

/** The arguments of a tool that the agent knows. @throws when it must give one that it does not know */
export function argumentsFor({ name, inputSchema }: Listed, facts: Facts): Record<string, unknown> {
  const properties = (inputSchema.properties ?? {}) as Record<
    string,
    { type?: string; description?: string }
  >;
  const given = Object.entries(properties).flatMap(
    ([key, { type, description = '' }]): [string, unknown][] => {
      const own = Object.hasOwn(facts, key) ? key : undefined;
      const fact =
        own ??
        Object.keys(facts).find(
          (known) => `${key}s`.startsWith(known) || `${known}s` === key || description.includes(known),
        );
      if (fact === undefined || (own === undefined && Object.hasOwn(properties, fact))) return [];
      const value = facts[fact];
      return [[key, type === 'array' && !Array.isArray(value) ? [value] : value]];
    },
  );
  const unknown = ((inputSchema.required ?? []) as string[]).filter(
    (key) => !given.some(([one]) => one === key),
  );
  if (unknown.length > 0) throw new Error(`${name} needs ${unknown.join(', ')}`);
  return Object.fromEntries(given);
}

/** What came of a job. */
export interface Done {
  readonly tool: string;
  /** All items of all results, in order. */
  readonly items: readonly Record<string, unknown>[];
  readonly results: readonly Called[];
  readonly last: Called;
}

/** Does something: chooses the tool, calls it, and goes on as the results say. */
export async function does(one: Agent, what: string, facts: Facts): Promise<Done> {
  const { tools } = await one.client.listTools();
  const tool = toolFor(tools, what);
  const results = [await one.call(tool.name, argumentsFor(tool, facts))];
  for (
    let next = results.at(-1)?.structured.next;
    next && results.length < 60;
    next = results.at(-1)?.structured.next
  )
    results.push(await one.call(next.tool, next.arguments));
  const items = results.flatMap(({ structured }) => structured.data?.items ?? []);
  return { tool: tool.name, items, results, last: results.at(-1) as Called };
}
