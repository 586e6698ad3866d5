import type { Context } from 'hono';
import * as z from 'zod';
import { API_PREFIX, type Operation, type OperationId, scopeOf, strays } from '../../contract/index.ts';
import { badRequest } from '../errors.ts';
import type { WaitingContext } from '../jobs/waiting.ts';
import { answerJson } from './answer-json.ts';
import { signIn } from './auth.ts';
import { readWhole } from './body.ts';
import type { App, AppEnv } from './env.ts';
import type { Handlers, RequestContext } from './handler.ts';
import { discardForm, type Form, readForm } from './multipart.ts';
import type { Observe } from './observe.ts';
import { parseFields, parseJsonBody, parseParams, parseQuery } from './parse.ts';
import { requestContext } from './request-context.ts';

/** Every handler has its own input type; here, where operations are data, they share one. */
type AnyHandler = (
  ctx: RequestContext,
  input: { params: unknown; query: unknown; body: unknown; sent: unknown; files: Form['files'] },
) => Promise<unknown>;

interface Received {
  readonly body: unknown;
  readonly sent: unknown;
  readonly form: Form;
}

const NO_FORM: Form = { fields: new Map(), files: new Map() };
const NOTHING: Received = { body: undefined, sent: undefined, form: NO_FORM };

/**
 * Binds one operation to its handler. The order is fixed: sign-in, path, query, body, handler. So nothing is read from
 * strangers, and nothing is looked up by an invalid id.
 */
export function bindOperation(
  app: App,
  ctx: WaitingContext,
  operation: Operation,
  handlers: Handlers,
  observe: Observe,
): void {
  const handler = handlers[operation.id as OperationId] as unknown as AnyHandler;
  const route = `${API_PREFIX}${operation.path.replace(/\{([^}]+)\}/g, ':$1')}`;
  const needed = scopeOf(operation);
  const counted = `${operation.method} ${route}`;
  const answer = async (c: Context<AppEnv>) => {
    const asked = c.get('asked');
    asked.route = counted;
    const end = ctx.activities.begin(operation.id);
    let form = NO_FORM;
    try {
      const token = await signIn(ctx, c, needed);
      if (operation.method !== 'GET') await ctx.folder.check();
      const params = parseParams(operation.params, c.req.param());
      const query = parseQuery(operation.query, asked.url);
      const received = operation.body ? await receive(ctx, c, operation.body, operation.bodyType) : NOTHING;
      form = received.form;
      const { body, sent } = received;
      const answer = await handler(requestContext(ctx, c, token), {
        params,
        query,
        body,
        sent,
        files: form.files,
      });
      if (answer instanceof Response) return answer;
      return answerJson(c, checked(ctx, operation, answer), operation.status);
    } finally {
      end();
      if (form !== NO_FORM) await discardForm(form);
    }
  };
  app.on(operation.method, route, observe(answer));
}

async function receive(
  ctx: WaitingContext,
  c: Context<AppEnv>,
  schema: z.ZodType,
  type: Operation['bodyType'],
): Promise<Received> {
  const { maxJsonBytes, bodyGraceMs: graceMs } = ctx.config;
  if (type !== 'multipart') {
    const bytes = await readWhole(c.req.raw, { most: maxJsonBytes, graceMs });
    return { ...parseJsonBody(schema, c.req.raw.headers, bytes), form: NO_FORM };
  }
  const form = await readForm(c.req.raw, {
    graceMs,
    tmpFile: () => ctx.objects.tmpFile(),
    files: { file: ctx.config.maxUploadBytes, subtitles: SUBTITLE_BYTES },
    // Most handlers need no signal, and making one costs more than reading a row.
    get signal() {
      return c.req.raw.signal;
    },
  });
  try {
    if (!form.files.has('file')) throw badRequest('the form has no file part named "file"');
    const parts = new Map<string, unknown>([...form.fields, ...form.files]);
    return { body: parseFields(schema, parts), sent: undefined, form };
  } catch (error) {
    await discardForm(form);
    throw error;
  }
}

/** More than enough for a day of subtitles. */
const SUBTITLE_BYTES = 16 * 1024 * 1024;

/** In tests, every response is checked against the contract; a mismatch is an internal error. */
function checked(ctx: WaitingContext, operation: Operation, answer: unknown): object {
  if (ctx.config.checkAnswers) {
    const sent: unknown = JSON.parse(JSON.stringify(answer));
    const result = operation.answer.safeParse(sent);
    const wrong = result.success ? strays(sent, result.data) : [z.prettifyError(result.error)];
    if (wrong.length > 0)
      throw new Error(`${operation.id} answered against its contract: ${wrong.join(', ')}`);
  }
  return Object(answer);
}
