import type { QueryAnswer } from '../../../contract/index.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import { JsonText } from '../../http/bodies/json-text.ts';
import type { HandlersOf, RequestContext } from '../../http/handler.ts';
import { EndpointRefused } from '../../understanding/models/endpoint/errors.ts';
import { chatSession, WHILE_WAITING } from '../../understanding/models/language/chat.ts';
import { languageModel } from '../../understanding/models/language/model.ts';
import { findCollection } from '../common/lookup.ts';
import { type QueryResult, type Running, runQuery } from './run.ts';
import { statementFor } from './write-statement.ts';

/** Questions in SQL. They read, and leave nothing behind. */
export const queryHandlers: HandlersOf<'query.run'> = {
  'query.run': async (ctx, { body: { sql, question, collection_id } }) => {
    if (collection_id !== undefined) await findCollection(ctx, collection_id);
    const { db, accountId, config, signal } = ctx;
    const running = { db, accountId, config, signal, collectionId: collection_id };
    if (sql !== undefined) return answerOf(sql, await runQuery(running, sql));
    return answerTo(ctx, running, question ?? '');
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
