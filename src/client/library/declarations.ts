/** The types of the library's operations, printed from the contract: operations.d.ts. */
import { openapi } from '../../contract/openapi/openapi.ts';
import { operationIds } from '../../contract/operations/index.ts';
import { waitKinds } from '../wait/kinds.ts';
import { camel, parametersIn, rowsOf } from './methods.ts';
import { libraryTable } from './table.ts';

/** What is read of a JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: string;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { name: string; required: boolean; description?: string; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const head = `/** Generated from the contract by \`npm run docs\`: every operation and what it takes and gives. */
import type { CallOptions, Pages, WaitOptions } from './vau.js';
`;

/** The text of operations.d.ts. */
export function declarations(): string {
  const { paths, components } = openapi() as unknown as Api;
  const described = new Map(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((one) => [one.operationId, one] as const),
    ),
  );
  const named = Object.entries(components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => declare(name, schema, name.endsWith('Input')));
  const families = new Map<string, string[]>();
  const table = libraryTable();
  for (const id of operationIds) {
    const one = described.get(id);
    const row = table[id];
    if (!one || !row) throw new Error(`openapi.json has no ${id}`);
    const [family = '', verb = ''] = id.split('.');
    const name = pascal(id);
    const input = inputOf(one, components.schemas);
    const answer = answerOf(one);
    const answered = answer.$ref ? refName(answer) : `${name}Answer`;
    if (input.properties && Object.keys(input.properties).length > 0)
      named.push(declare(`${name}Input`, input, true));
    if (!answer.$ref) named.push(declare(answered, answer, false));
    const rows = rowsOf(row);
    const paged = rows && itemOf(answer, rows, components.schemas);
    const result = paged ? `Pages<${answered}, ${paged}>` : `Promise<${answered}>`;
    const own = families.get(family) ?? families.set(family, []).get(family) ?? [];
    own.push(
      `${doc(`${one.summary}. ${one.description}`, 4)}    ${camel(verb)}(${argumentsFor(name, input)}): ${result};\n`,
    );
    if (row.wait) own.push(waitMethod(row.wait, parametersIn(row.path), answered));
  }
  families
    .get('moment-criteria')
    ?.push(waitMethod('moment-criteria', ['collection_id', 'attachment_id'], 'MomentCriterionAttachment'));
  const methods = [...families].map(
    ([family, own]) => `  readonly ${camel(family)}: {\n${own.join('')}  };\n`,
  );
  return `${head}\n${named.join('\n')}\n/** Operations by their family. */\nexport interface Operations {\n${methods.join('')}}\n`;
}

function waitMethod(kind: string, names: readonly string[], result: string): string {
  const noun = Object.entries(waitKinds).find(([name]) => name === kind)?.[1].noun ?? kind;
  const input = names.map((name) => `${name}: string`).join('; ');
  return `${doc(`Waits until the ${noun} is completed, and gives it; else a JobError`, 4)}    wait(input: { ${input} }, options?: WaitOptions): Promise<${result}>;\n`;
}

function argumentsFor(name: string, { properties = {}, required = [] }: Schema): string {
  if (Object.keys(properties).length === 0) return 'input?: Record<string, never>, options?: CallOptions';
  return `input${required.length > 0 ? '' : '?'}: ${name}Input, options?: CallOptions`;
}

/** Parameters and fields of the body in one object: no operation has the same name twice. */
function inputOf(
  { operationId, parameters, requestBody }: Described,
  parts: Readonly<Record<string, Schema>>,
): Schema {
  const sent = Object.values(requestBody?.content ?? {})[0]?.schema;
  const body = sent?.$ref ? parts[refName(sent)] : sent;
  const given: [string, Schema][] = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description ? { description } : {}) },
  ]);
  const properties = { ...Object.fromEntries(given), ...body?.properties };
  if (Object.keys(properties).length !== given.length + Object.keys(body?.properties ?? {}).length)
    throw new Error(`${operationId} has a parameter and a field of one name`);
  if (body && !body.properties) throw new Error(`the body of ${operationId} has no fields`);
  const required = [
    ...parameters.filter((one) => one.required).map(({ name }) => name),
    ...(body?.required ?? []),
  ];
  return { properties, required };
}

function answerOf({ operationId, responses }: Described): Schema {
  const schema = (responses[200] ?? responses[201])?.content['application/json']?.schema;
  if (!schema) throw new Error(`${operationId} has no response`);
  return schema;
}

/** The type of the rows of a list. */
function itemOf(answer: Schema, rows: string, parts: Readonly<Record<string, Schema>>): string {
  const whole = answer.$ref ? parts[refName(answer)] : answer;
  return typeOf(whole?.properties?.[rows]?.items ?? {}, 0, false);
}

const pascal = (id: string): string =>
  id.replace(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const refName = ({ $ref = '' }: Schema): string => $ref.slice($ref.lastIndexOf('/') + 1);

function declare(name: string, schema: Schema, isInput: boolean): string {
  const about = doc(schema.description, 0);
  if (schema.properties) return `${about}export interface ${name} ${typeOf(schema, 0, isInput)}\n`;
  return `${about}export type ${name} = ${typeOf(schema, 0, isInput)};\n`;
}

/** A schema as a type. @param indent spaces before the closing brace @param isInput undefined counts as omitted */
function typeOf(schema: Schema, indent: number, isInput: boolean): string {
  const { type } = schema;
  if (schema.$ref) return refName(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map((one) => typeOf(one, indent, isInput)))].join(' | ');
  if (Array.isArray(type))
    return type.map((one: string) => typeOf({ ...schema, type: one }, indent, isInput)).join(' | ');
  if (type === 'array') return listOf(typeOf(schema.items ?? {}, indent, isInput));
  if (schema.properties && Object.keys(schema.properties).length > 0)
    return fieldsOf(schema, indent, isInput);
  if (type === 'object') {
    const values = schema.additionalProperties;
    return `Record<string, ${typeof values === 'object' ? typeOf(values, indent, isInput) : 'unknown'}>`;
  }
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  return type === 'number' || type === 'integer' ? 'number' : 'unknown';
}

const listOf = (item: string): string =>
  /[|]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;

function fieldsOf({ properties = {}, required = [] }: Schema, indent: number, isInput: boolean): string {
  const lines = Object.entries(properties).map(([name, field]) => {
    const optional = !required.includes(name);
    const binary = field.format === 'binary' ? 'Path of a local file' : undefined;
    const fallback =
      isInput && field.default !== undefined ? `Default: ${JSON.stringify(field.default)}` : undefined;
    const about = [field.description, binary, fallback].filter(Boolean).join('. ');
    const type = typeOf(field, indent + 2, isInput);
    const value = optional && isInput ? `${type} | undefined` : type;
    return `${doc(about, indent + 2)}${' '.repeat(indent + 2)}${name}${optional ? '?' : ''}: ${value};\n`;
  });
  return `{\n${lines.join('')}${' '.repeat(indent)}}`;
}

const doc = (text: string | undefined, indent: number): string =>
  text ? `${' '.repeat(indent)}/** ${text.replaceAll('*/', '* /')} */\n` : '';
