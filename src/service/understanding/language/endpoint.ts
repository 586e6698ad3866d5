import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import { operationAddress } from '../endpoint/address.ts';
import { EndpointOverflow, EndpointRefused } from '../endpoint/errors.ts';
import { type Bounds, sendForm } from '../endpoint/send.ts';
import { saidIn } from './answer.ts';
import { type Dialect, dialects, fieldsOf, simpler } from './dialect.ts';
import type { Message, Question, Teller } from './question.ts';

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
