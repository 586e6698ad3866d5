import type { BodyInput } from '../../../contract/index.ts';
import { viewAliases, viewColumns, viewNames, views } from '../../../contract/tables/views.ts';
import { limits } from '../../../contract/values/limits.ts';
import { MissingError, UsageError } from '../../errors/errors.ts';
import { tableFormats } from '../../export/formats/formats.ts';
import { at, type Column, column } from '../../model/columns.ts';
import { defineCommand } from '../../model/model.ts';
import { call, local, type Result } from '../../model/plan.ts';
import { id, optional, path, prose, text, toggle } from '../../model/values.ts';
import { checkOut, formatOfResult } from '../../query/result-file.ts';

const { rows: mostRows, processorSeconds, memoryBytes } = limits.query;

const query = defineCommand({
  name: 'query',
  about: `Reads what was understood of your files in SQL: one SELECT, WITH or VALUES statement in SQLite's dialect, on every service. The views are those of an export, over all collections, and more; --schema lists their columns. With --ask the service's language model writes the statement, which is shown on standard error. --out saves the result as ${tableFormats.join(', ')}, by its ending. A query may take ${processorSeconds} seconds of processor time and ${memoryBytes / 1024 ** 2} MiB of memory, and give ${mostRows} rows. docs/query.md describes the dialect.`,
  arguments: { sql: optional(prose('Statement', { placeholder: 'SQL|@FILE' })) },
  flags: {
    collection: id('Only rows of this collection, and tags of its files', { field: 'collection_id' }),
    ask: text('Question from which the language model of the service writes the statement', {
      placeholder: 'QUESTION',
      field: 'question',
    }),
    schema: toggle('List the views and their columns', { local: true }),
    out: path('File to save the result in', { local: true }),
    force: toggle('Replace --out if it is there', { local: true }),
  },
  examples: [
    {
      does: 'Who says how many lines',
      line: 'query "select speaker, count(*) from speech group by speaker"',
    },
    { does: 'The views and their columns', line: 'query --schema' },
    {
      does: 'What was shown in a collection, for pandas',
      line: 'query "select * from scene_text" --collection COLLECTION_ID --out shown.parquet',
    },
    { does: 'Let the language model write it', line: 'query --ask "How many promises per speaker?"' },
  ],
  plan: ({ sql, ask, schema, out, force = false }, { args, flags }) => {
    if (schema) return local(async () => schemaResult());
    if (sql !== undefined && ask !== undefined)
      throw new UsageError('Give a statement or --ask, one of the two');
    if (sql === undefined && ask === undefined)
      throw new MissingError(['sql'], 'Give a statement, or a question with --ask', {
        next: 'vau query --schema',
      });
    const body = { ...args, ...flags } as unknown as BodyInput<'query.run'>;
    if (out === undefined)
      return call(
        'query.run',
        { body },
        {
          listed: (session, answer) => {
            if (ask !== undefined) session.note(String(at(answer, 'sql')));
            const rows = rowsOfAnswer(answer);
            if (rows.length === 0) session.note('No rows.');
            return { rows, columns: columnsOfAnswer(answer) };
          },
        },
      );
    const format = formatOfResult(out);
    return call(
      'query.run',
      { body },
      {
        checks: () => checkOut(out, force),
        before: async (session) => {
          const { saveResult } = await import('../../query/result-file.ts');
          const client = await session.client();
          const answer = await client.call('query.run', { body }, { signal: session.signal });
          if (ask !== undefined) session.note(answer.sql);
          return saveResult(answer, { file: out, format });
        },
        text: (_, saved) =>
          `Saved ${at(saved, 'rows')} ${at(saved, 'rows') === 1 ? 'row' : 'rows'} in ${out}`,
      },
    );
  },
});

export const commands = [query];

/** The rows of a response; a service may send something else. */
function rowsOfAnswer(answer: unknown): readonly unknown[] {
  const rows = at(answer, 'data');
  return Array.isArray(rows) ? rows : [];
}

/** The columns of a response. Their names are SQL: a dot in one leads nowhere. */
function columnsOfAnswer(answer: unknown): Column[] {
  const columns = at(answer, 'columns');
  return (Array.isArray(columns) ? columns : []).map((one: unknown) => {
    const [name, type] = [String(at(one, 'name')), at(one, 'type')];
    return {
      header: name,
      value: (row) => (row as Readonly<Record<string, unknown>>)[name],
      format: type === 'integer' || type === 'number' ? 'number' : 'text',
    };
  });
}

/** The views and their columns. */
function schemaResult(): Result {
  const rows = viewNames.flatMap((view) =>
    viewColumns(view).map(([name, { type, about }]) => ({ view, column: name, type, about })),
  );
  return {
    value: { views, aliases: viewAliases },
    rows,
    columns: [column('view'), column('column'), column('type'), column('about')],
  };
}
