/** Lets a language model write the statement for a question. */
import type { Table } from '../../../contract/tables/tables.ts';
import { viewColumns, viewNames, views } from '../../../contract/tables/views.ts';
import type { ChatSession } from '../../understanding/models/language/chat.ts';
import type { Prompt } from '../../understanding/models/language/prompts/prompt.ts';

/** Writes SQL. */
const queryPrompt: Prompt = {
  name: 'query',
  version: 1,
  text: `You write one SELECT statement of SQLite that answers a question about recordings. You may use these views and nothing else:
${viewNames.map(viewInWords).join('\n')}
Times in the media are seconds. Columns of type time are ISO 8601 texts in UTC; columns of type json are read with -> and ->>.
Join on file_id, and on collection_id where both views have it. Give computed columns a name. Write no comments.
Answer with one JSON object of this form and nothing else: {"sql": "..."}`,
};

function viewInWords(name: (typeof viewNames)[number]): string {
  const { about }: Table = views[name];
  const columns = viewColumns(name).map(([column, { type, about: what }]) => `${column} ${type} (${what})`);
  return `${name}: ${about}. ${columns.join('; ')}`;
}

/** A statement, and why it cannot be run. */
interface Refusal {
  readonly sql: string;
  readonly why: string;
}

/** @param before a statement that was written for the same question @throws EndpointRefused without a usable answer */
export function statementFor(
  model: ChatSession,
  question: string,
  signal: AbortSignal,
  before?: Refusal,
): Promise<string> {
  const again = before ? `\nThis statement cannot be run: ${before.sql}\nWhy: ${before.why}` : '';
  return model.ask(
    {
      name: queryPrompt.name,
      system: queryPrompt.text,
      content: `Question: ${question}${again}`,
      schema: {
        type: 'object',
        properties: { sql: { type: 'string' } },
        required: ['sql'],
        additionalProperties: false,
      },
      read: (answer) => {
        const sql = typeof answer === 'object' && answer !== null && 'sql' in answer ? answer.sql : undefined;
        if (typeof sql !== 'string' || sql.trim() === '')
          throw new Error('sql must be a text with a statement');
        return sql.trim();
      },
    },
    signal,
  );
}
