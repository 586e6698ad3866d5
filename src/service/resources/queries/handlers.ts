/**
 * `POST /query`: a statement, or a question from which the language model writes one, comes in. What it may read is
 * copied by views.ts; a process without secrets runs it (run.ts, process), and rows with their columns go out.
 */

import type { QueryAnswer } from '../../../contract/index.ts';
import type { Table } from '../../../contract/tables/tables.ts';
import { viewColumns, viewNames, views } from '../../../contract/tables/views.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import { JsonText } from '../../http/bodies/json-text.ts';
import type { RequestContext } from '../../http/handler.ts';
import { EndpointRefused } from '../../understanding/models/endpoint/errors.ts';
import { type ChatSession, chatSession, WHILE_WAITING } from '../../understanding/models/language/chat.ts';
import { languageModel } from '../../understanding/models/language/model.ts';
import type { Prompt } from '../../understanding/models/language/prompts/prompt.ts';
import { findCollection } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { type QueryResult, type Running, runQuery } from './run.ts';

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
function statementFor(
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

/** Questions in SQL. They read, and leave nothing behind. */
export const queries: Resource<'query.run'> = {
  handlers: {
    'query.run': async (ctx, { body: { sql, question, collection_id } }) => {
      if (collection_id !== undefined) await findCollection(ctx, collection_id);
      const { db, accountId, config, signal } = ctx;
      const running = { db, accountId, config, signal, collectionId: collection_id };
      if (sql !== undefined) return answerOf(sql, await runQuery(running, sql));
      return answerTo(ctx, running, question ?? '');
    },
  },
};

function answerOf(sql: string, { columns, rows, total }: QueryResult): QueryAnswer {
  return { sql, columns, data: new JsonText(rows) as unknown as QueryAnswer['data'], total };
}

/** The model gets one more try if its statement cannot be run. */
async function answerTo(ctx: RequestContext, running: Running, question: string): Promise<QueryAnswer> {
  const language = languageModel(ctx.config);
  if (!language)
    throw badRequest(
      'field question needs a language model, and this service has none: set one up with vau setup language or VAU_LANGUAGE_URL, or send the statement as sql',
    );
  const model = chatSession(language, WHILE_WAITING);
  try {
    const first = await statementFor(model, question, running.signal);
    const tried = await runQuery(running, first).catch(refusalOf);
    if (!(tried instanceof ServiceError)) return { model: model.model, ...answerOf(first, tried) };
    const second = await statementFor(model, question, running.signal, { sql: first, why: tried.message });
    const result = await runQuery(running, second).catch((error) => {
      const refusal = refusalOf(error);
      throw badRequest(`the language model wrote ${second}, which cannot be run: ${refusal.message}`);
    });
    return { model: model.model, ...answerOf(second, result) };
  } catch (error) {
    if (!(error instanceof EndpointRefused)) throw error;
    throw badRequest(`the language model wrote no statement: ${error.message}; send it as sql`);
  }
}

/** @returns why a statement cannot be run @throws anything else */
function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status === 400) return error;
  throw error;
}
