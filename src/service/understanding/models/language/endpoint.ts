import type { ModelEndpoint } from '../../../context/model-endpoint.ts';
import { operationAddress } from '../endpoint/address.ts';
import { EndpointOverflow, EndpointRefused } from '../endpoint/errors.ts';
import { type Bounds, sendForm } from '../endpoint/send.ts';
import { saidIn } from './answer.ts';
import type { Message, Question, Teller } from './question.ts';

/** Ways to request JSON, the most reliable first. The last one relies on the question alone. */
const FORMATS: readonly ((name: string, schema: object) => object)[] = [
  (name, schema) => ({
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  }),
  (_, schema) => ({ response_format: { type: 'json_object', schema } }),
  () => ({ response_format: { type: 'json_object' } }),
  () => ({}),
];

/** What an endpoint supports. */
interface Dialect {
  /** Which format of JSON. */
  readonly format: number;
  /** False if the model takes no temperature but its own, as some that reason. */
  readonly temperature: boolean;
}

const FULL: Dialect = { format: 0, temperature: true };

/** Endpoints remembered at most; more than anybody configures. */
const MOST = 100;

/** What worked, by address and model. It is kept for the life of the process: each job has a session of its own. */
const known = new Map<string, Dialect>();

const dialects = {
  of: (address: string, model: string): Dialect => known.get(`${model} ${address}`) ?? FULL,

  /** Remembers what an endpoint responded to. */
  keep: (address: string, model: string, dialect: Dialect): void => {
    if (known.size >= MOST) known.clear();
    known.set(`${model} ${address}`, dialect);
  },
};

/** The fields of a request in a dialect. */
function fieldsOf(dialect: Dialect, name: string, schema: object, temperature: number): object {
  return { ...(dialect.temperature && { temperature }), ...FORMATS[dialect.format]?.(name, schema) };
}

/**
 * The next dialect to try after a response that refuses the request itself (400 or 422); undefined if there is none.
 * @param body the response, which may name the field
 */
function simpler(dialect: Dialect, body: string): Dialect | undefined {
  if (dialect.temperature && /temperature/i.test(body)) return { ...dialect, temperature: false };
  return dialect.format + 1 < FORMATS.length ? { ...dialect, format: dialect.format + 1 } : undefined;
}

/** Longest request, in characters, pictures included. */
const REQUEST_CHARACTERS = 16 * 1024 * 1024;

/** A model behind an endpoint, asked in the formats that the endpoint supports. */
export function endpointTeller(endpoint: ModelEndpoint, bounds: Bounds): Teller {
  const address = operationAddress(endpoint.url, 'chat/completions');
  return {
    model: endpoint.model,
    place: new URL(address).origin,
    async tell(question, messages, signal) {
      let dialect: Dialect | undefined = dialects.of(address, endpoint.model);
      for (;;) {
        const form = formOf(endpoint, dialect, question, messages);
        const answer = await sendForm(endpoint, address, form, saidIn, signal, bounds);
        if ('result' in answer) {
          dialects.keep(address, endpoint.model, dialect);
          return answer.result;
        }
        const { status, body } = answer.reply;
        dialect = status === 400 || status === 422 ? simpler(dialect, body) : undefined;
        if (!dialect) throw refusedWith(status, address, endpoint);
      }
    },
    // Its tokens are not known, and every current model behind an endpoint reads as many characters as are asked for.
    shares: async (lines, { characters }) => lines.map(({ length }) => length / characters),
  };
}

/** @throws EndpointOverflow for a request that no model would read */
function formOf(
  { model }: ModelEndpoint,
  dialect: Dialect,
  { name, schema, temperature = 0 }: Question<unknown>,
  messages: readonly Message[],
) {
  const body = JSON.stringify({ model, messages, ...fieldsOf(dialect, name, schema, temperature) });
  if (body.length > REQUEST_CHARACTERS)
    throw new EndpointOverflow(
      `the question for ${name} has ${body.length} characters; at most ${REQUEST_CHARACTERS} are sent`,
    );
  return { contentType: 'application/json', bytes: Buffer.from(body) };
}

function refusedWith(status: number, address: string, endpoint: ModelEndpoint): EndpointRefused {
  const { origin, pathname } = new URL(address);
  return new EndpointRefused(`${origin}${pathname} responded with ${status}${hint(status, endpoint)}`);
}

function hint(status: number, { keyEnv }: ModelEndpoint): string {
  if (status === 401 || status === 403) return `: it expects another key than the one in ${keyEnv}`;
  if (status === 413) return ': the question is too long for it';
  return status === 404 ? ': it has no chat operation, or no such model' : '';
}
