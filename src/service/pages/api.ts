import { API_PREFIX } from '../../contract/index.ts';
import { apiDescription } from '../http/api-description.ts';
import type { Pages } from '../http/app.ts';
import { answerPage, rootOf } from '../web/answers.ts';
import { type Html, html } from '../web/html.ts';

/** What the page reads of openapi.json. */
interface Field {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Field[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}
interface Description {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Adds /api: every operation of the API, from the same description as openapi.json, which everyone may read too. */
export const apiReference: Pages = (app, ctx) => {
  let content: Html | undefined;
  app.get('/api', async (c) => {
    const root = rootOf(ctx, c);
    content ??= reference(JSON.parse(await apiDescription()) as Description, root);
    const frame = { title: 'API · vau', root, styles: ['pages.css'] };
    return answerPage(c, 200, frame, content);
  });
};

function reference({ info, paths, components }: Description, root: string): Html {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const nouns = [...new Set(all.map(({ operation }) => operation.tags[0] ?? ''))].sort();
  const links = nouns.map((noun) => html`<a href="#${noun}">${noun}</a> `);
  return html`<h1>API ${info.version}</h1>
<p>Every path begins with <code>${API_PREFIX}</code>, and every request needs <code>Authorization: Bearer TOKEN</code>.
For programs: <a href="${root}${API_PREFIX}/openapi.json">openapi.json</a>.</p>
<nav aria-label="Resources">${links}</nav>
${nouns.map(
  (noun) => html`<section aria-labelledby="${noun}"><h2 id="${noun}">${noun}</h2>
${all.filter(({ operation }) => operation.tags[0] === noun).map((one) => operationOf(one, components.schemas))}</section>
`,
)}`;
}

function operationOf(
  { method, path, operation }: { method: string; path: string; operation: Described },
  schemas: Readonly<Record<string, Schema>>,
): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const fields = body ? fieldsOf(body.schema, schemas) : [];
  return html`<details id="${operationId}"><summary><code>${method} ${path}</code> ${summary}</summary>
${description && html`<p>${description}</p>`}
${table('Parameters', parameters)}
${body && table(`Body (${type ?? ''})`, fields)}
${body?.example === undefined ? undefined : html`<pre>${JSON.stringify(body.example, null, 2)}</pre>`}
${Object.entries(responses).map(([status, response]) => responseOf(status, response))}</details>
`;
}

function fieldsOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): Field[] {
  const { properties = {}, required = [] } = whole(schema, schemas);
  return Object.entries(properties).map(([name, field]) => {
    const { description } = field;
    return {
      name,
      in: 'body',
      required: required.includes(name),
      schema: whole(field, schemas),
      ...(description === undefined ? {} : { description }),
    };
  });
}

function whole(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

function table(caption: string, fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined;
  const rows = fields.map(
    ({ name, required, description, schema }) =>
      html`<tr><td><code>${name}</code></td><td>${kindOf(schema)}</td><td>${required ? 'required' : ''}</td><td>${description}</td></tr>`,
  );
  return html`<table><caption>${caption}</caption><thead><tr><th>Name</th><th>Type</th><th></th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function kindOf({ type, enum: values, default: fallback, minimum, maximum }: Schema): string {
  const kind = values ? values.join(' | ') : [type ?? 'any'].flat().join(' | ');
  const bounds = [
    minimum === undefined || minimum < -1e9 ? [] : [`from ${minimum}`],
    maximum === undefined || maximum > 1e12 ? [] : [`to ${maximum}`],
    fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`],
  ].flat();
  return [kind, ...bounds].join(', ');
}

function responseOf(status: string, { description, content = {} }: Described['responses'][string]): Html {
  const example = Object.values(content)[0]?.example;
  if (Number(status) >= 400) return html`<p><code>${status}</code> ${description}</p>\n`;
  return html`<p><code>${status}</code> ${description}</p>
${example === undefined ? undefined : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}
`;
}
