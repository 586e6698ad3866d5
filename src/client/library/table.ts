/**
 * The operations as data, made from the contract at build time: a small table for the library, which carries no schemas, and
 * outlines for the command line, which seldom needs them.
 */
import { operationIds, operationOf } from '../../contract/operations/index.ts';
import { outlined } from '../../contract/operations/outline.ts';
import { type FieldNames, fieldNames } from '../../contract/shape.ts';
import { waitKinds } from '../wait/kinds.ts';

/** What the library knows of an operation. */
export interface Row {
  readonly method: string;
  readonly path: string;
  /** Names of its query parameters. */
  readonly query?: readonly string[];
  /** How a body is sent; omitted if there is none. */
  readonly body?: 'json' | 'multipart';
  /** The fields of the body, with those that are files. */
  readonly fields?: readonly string[];
  /** Names of the parts of the body that are local files. */
  readonly files?: readonly string[];
  /** The fields of the response. */
  readonly answer: FieldNames;
  /** The kind of wait for what it reads, if that is a job. */
  readonly wait?: string;
}

/** By operation id. */
export type Table = Readonly<Record<string, Row>>;

type Fields = Readonly<Record<string, { readonly meta?: () => unknown }>>;

const fieldsOf = (schema: object | undefined): Fields =>
  schema && 'shape' in schema ? (schema.shape as Fields) : {};

/** Every operation of the contract. */
export function libraryTable(): Table {
  const kinds = new Map<string, string>(
    Object.entries(waitKinds).map(([kind, { operation, find }]) => [find ? `${kind}.wait` : operation, kind]),
  );
  const rows = operationIds.map((id): [string, Row] => {
    const { method, path, query, body, bodyType = 'json', answer } = operationOf(id);
    const parameters = Object.keys(query.shape);
    const files = Object.keys(fieldsOf(body)).filter((name) => isFile(fieldsOf(body)[name]));
    const wait = kinds.get(id);
    return [
      id,
      {
        method,
        path,
        ...(parameters.length > 0 ? { query: parameters } : {}),
        ...(body ? { body: bodyType, fields: Object.keys(fieldsOf(body)) } : {}),
        ...(files.length > 0 ? { files } : {}),
        answer: fieldNames(answer),
        ...(wait ? { wait } : {}),
      },
    ];
  });
  return Object.fromEntries(rows);
}

/** A part whose JSON Schema is binary. */
function isFile(field: Fields[string] | undefined): boolean {
  const meta = field?.meta?.() as { format?: string } | undefined;
  return meta?.format === 'binary';
}

/** The outline of every operation as JSON, by id: see outlineOf. */
export function outlines(): ReadonlyMap<string, string> {
  return new Map(operationIds.map((id) => [id, JSON.stringify(outlined(operationOf(id)))]));
}
