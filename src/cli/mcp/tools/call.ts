import * as z from 'zod';
import {
  describeProblems,
  effectOf,
  NOT_A_PROPERTY,
  type Operation,
  type OperationId,
  operationIds,
  operationOf,
  operations,
  problemsToSend,
} from '../../../contract/index.ts';
import { isRecord } from '../../../contract/record.ts';
import { fieldNames, rowsOf } from '../../../contract/shape.ts';
import { kindOfField } from '../../../contract/values/names.ts';
import { closest } from '../../errors/nearest.ts';
import { type Answer, type Next, Refusal } from '../result.ts';
import { demand, missing, needsOf, type Rights } from '../rights.ts';
import { jsonSchema } from '../schema.ts';
import { type Call, idOf, pick, tool } from '../tool.ts';

const fields = () => z.record(z.string(), z.unknown()).optional();

/** @param rights decide what is said of it: it can do what they allow */
export const callTool = (rights: Rights) => {
  const sends = operationIds.filter((id) => missing(rights, needsOf(operationOf(id))).length === 0);
  return tool({
    name: 'call',
    description:
      'Any operation of the API by its id. Without operation: lists them all. With schema: true: shows what one takes.',
    input: z.object({
      operation: z.string().optional(),
      params: fields().describe('Path parameters; names of files and collections do as ids'),
      query: fields(),
      body: fields(),
      files: z.record(z.string(), z.string()).optional().describe('Local files by part name'),
      schema: z.boolean().optional(),
    }),
    sends,
    async run({ operation: asked, schema, ...parts }, call) {
      if (asked === undefined) return listOf(call.rights);
      const id = known(asked);
      if (schema) return schemaOf(id);
      const operation = operationOf(id);
      demand(call.rights, needsOf(operation), `The operation ${id}`);
      return sent(call, operation, parts);
    },
  });
};

function known(asked: string): OperationId {
  if (Object.hasOwn(operations, asked)) return asked as OperationId;
  const near = closest(asked, operationIds);
  throw new Refusal(`There is no such operation.${near ? ` Did you mean ${near}?` : ''}`, 'not_found', {
    next: { tool: 'call', arguments: {} },
  });
}

function listOf(rights: Rights): Answer {
  return {
    summary: `${operationIds.length} operations. To see what one takes: call with operation and schema: true.`,
    items: operationIds.map((id) => {
      const { summary, ...operation } = operationOf(id);
      const lacking = missing(rights, needsOf({ summary, ...operation }));
      return { operation: id, summary, ...(lacking.length > 0 ? { needs: lacking.join(' ') } : {}) };
    }),
  };
}

function schemaOf(id: OperationId): Answer {
  const { params, query, body, method, path, summary } = operationOf(id);
  const taken = Object.entries({ params, query, body }).flatMap(([name, part]) =>
    part === undefined || ('shape' in part && Object.keys(part.shape as object).length === 0)
      ? []
      : [{ [name]: jsonSchema(part) }],
  );
  return { summary: `${method} ${path}: ${summary}.`, items: taken };
}

interface Parts {
  readonly params?: Record<string, unknown> | undefined;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: Record<string, unknown> | undefined;
  readonly files?: Record<string, string> | undefined;
}

async function sent(call: Call, operation: Operation, parts: Parts): Promise<Answer> {
  const id = operation.id as OperationId;
  const { query = {}, body, files: named = {} } = parts;
  const params = Object.fromEntries(
    await Promise.all(
      Object.entries(parts.params ?? {}).map(
        async ([name, value]): Promise<[string, string]> => [
          name,
          kindOfField(name) ? await idOf(call, name, String(value)) : String(value),
        ],
      ),
    ),
  );
  const files = Object.fromEntries(
    await Promise.all(
      Object.entries(named).map(
        async ([name, file]): Promise<[string, string]> => [name, await call.paths.find(file)],
      ),
    ),
  );
  refuseMisfit(operation, { params, query, body: operation.body ? { ...body, ...files } : undefined });
  const { client, signal } = call;
  const answer = await client.send(id, { params, query, ...(body ? { body } : {}), files }, { signal });
  return answerOf(id, operation, { params, query, body }, answer);
}

/**
 * Only a value that the API leaves open is left to the service: nobody would tell an agent that a field was passed over.
 * @throws Refusal that names each wrong field
 */
function refuseMisfit(operation: Operation, parts: { params: unknown; query: unknown; body: unknown }): void {
  const problems = (['params', 'query', 'body'] as const).flatMap((name) => {
    const schema = operation[name];
    return (schema ? problemsToSend(schema, parts[name]) : [])
      .filter(({ open, message }) => !open || message === NOT_A_PROPERTY)
      .map((one) => ({ ...one, path: one.path ? `${name}.${one.path}` : name }));
  });
  if (problems.length === 0) return;
  throw new Refusal('The request does not fit the operation. Nothing was sent.', 'bad_request', {
    data: describeProblems(problems),
    next: { tool: 'call', arguments: { operation: operation.id, schema: true } },
  });
}

function answerOf(
  id: OperationId,
  operation: Operation,
  { params, query, body }: { params: object; query: Record<string, unknown>; body: unknown },
  answer: unknown,
): Answer {
  const rows = rowsOf(fieldNames(operation.answer));
  const items = rows !== undefined && isRecord(answer) ? answer[rows] : undefined;
  if (!Array.isArray(items) || !isRecord(answer) || effectOf(operation) !== 'none')
    return { summary: `${id}: done.`, items: [answer] };
  const more = (changed: object): Next => ({
    tool: 'call',
    arguments: { operation: id, params, query: { ...query, ...changed }, ...(body ? { body } : {}) },
  });
  const {
    total,
    offset,
    next_cursor: cursor,
  } = answer as { total: number; offset?: number; next_cursor?: string };
  const seen = (offset ?? 0) + items.length;
  const pages = 'offset' in operation.query.shape && offset !== undefined && items.length > 0 && seen < total;
  return {
    summary: `${total} in all.`,
    head: pick(answer, ['id', 'collection_id', 'file_id', 'offset', 'status']),
    items,
    next: cursor ? more({ cursor }) : pages ? more({ offset: seen }) : undefined,
  };
}
