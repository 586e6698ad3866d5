import * as z from 'zod';
import { columnTypes } from '../../tables/tables.ts';
import { limits } from '../../values/limits.ts';
import { text, uuid } from '../../values/scalars.ts';

const words = (about: string) => text().trim().min(1).max(limits.query.characters).optional().describe(about);

/** A statement, or a question from which the service's language model writes one. */
export const queryBody = z
  .object({
    sql: words('One SELECT, WITH or VALUES statement over the views, in the SQL of SQLite'),
    question: words('A question; the language model of the service writes the statement'),
    collection_id: uuid().optional().describe('Only rows of this collection, and tags of its files'),
  })
  .refine(({ sql, question }) => (sql === undefined) !== (question === undefined), {
    message: 'give sql or question, one of the two',
    path: ['sql'],
  });

export const queryAnswer = z
  .object({
    sql: z.string().describe('The statement that was run'),
    model: z.string().optional().describe('The language model that wrote it'),
    columns: z.array(
      z.object({
        name: z.string().describe('Unique: a second column of the same name gets _2 behind it'),
        type: z.enum(columnTypes),
      }),
    ),
    data: z.array(z.record(z.string(), z.unknown())).describe('The rows; a missing value is null'),
    total: z.int().describe('Number of rows'),
  })
  .meta({ id: 'QueryResult' });

export type QueryAnswer = z.infer<typeof queryAnswer>;
export type QueryColumn = QueryAnswer['columns'][number];
