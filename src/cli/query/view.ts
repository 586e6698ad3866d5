/** How the result of a query, and the views that it can read, are shown. */
import { viewAliases, viewColumns, viewNames, views } from '../../contract/tables/views.ts';
import { at, type Column, column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';

/** The rows of a response; a service may send something else. */
export function rowsOfAnswer(answer: unknown): readonly unknown[] {
  const rows = at(answer, 'data');
  return Array.isArray(rows) ? rows : [];
}

/** The columns of a response. Their names are SQL: a dot in one leads nowhere. */
export function columnsOfAnswer(answer: unknown): Column[] {
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
export function schemaResult(): Result {
  const rows = viewNames.flatMap((view) =>
    viewColumns(view).map(([name, { type, about }]) => ({ view, column: name, type, about })),
  );
  return {
    value: { views, aliases: viewAliases },
    rows,
    columns: [column('view'), column('column'), column('type'), column('about')],
  };
}
