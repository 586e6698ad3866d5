/**
 * Requests over Node's own HTTP, for those whose body is a text and whose response is read whole: undici takes several times
 * as long to start.
 */
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestByTls, Agent as TlsAgent } from 'node:https';
import type { Deadline } from '../deadline.ts';
import { AnswerError } from '../errors.ts';
import { type Asker, type Exchange, mostInterim, type Opened, type Timeouts, trusted } from './connecting.ts';

/** @param protocol of the service @param ca certificates to trust in addition to Node's own, as PEM text */
export async function openNode(
  protocol: string,
  { timeouts, ca }: { readonly timeouts: Timeouts; readonly ca: string | undefined },
): Promise<Asker> {
  const secure = protocol === 'https:';
  const agent = secure
    ? new TlsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca: await trusted(ca) }) })
    : new Agent({ keepAlive: true });
  const send = secure ? requestByTls : request;
  return {
    ask(sent, time) {
      const open = (options: RequestOptions) => send(sent.url, { ...options, agent });
      return asked(open, secure ? 'secureConnect' : 'connect', timeouts, sent, time);
    },
    close: async () => agent.destroy(),
  };
}

/** Sends one request. @param ready the event of a new connection @returns when the headers of its response are there */
function asked(
  open: (options: RequestOptions) => ClientRequest,
  ready: string,
  { connect, answer }: Timeouts,
  { method, headers, body }: Exchange,
  time: Deadline,
): Promise<Opened> {
  const text = typeof body === 'string' ? body : '';
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    const request = open({ method, headers: { ...headers, ...length } });
    // Whatever ends the request early is the error of its body too, which Node would say was only cut.
    let why: Error | undefined;
    const end = (error: Error) => {
      why ??= error;
      request.destroy(error);
    };
    // Node's own option for a signal takes a fortieth of a whole start.
    if (time.signal.aborted) end(time.signal.reason);
    else time.signal.addEventListener('abort', () => end(time.signal.reason));
    limitConnecting(request, ready, connect, end);
    // The headers as a whole, and then each piece of the body.
    const patience = Math.min(answer, longestTimer);
    const waiting = setTimeout(() => end(late()), patience);
    request.on('close', () => clearTimeout(waiting));
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim === mostInterim)
        end(new AnswerError('The service sent too many interim responses', method));
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('bad upgrade'));
    });
    request.on('error', (error) => {
      why ??= error;
      reject(why);
    });
    request.on('response', (response) => {
      clearTimeout(waiting);
      response.setTimeout(patience, () => end(late()));
      const { statusCode: status = 0, headersDistinct } = response;
      resolve({ status, headers: headersDistinct, body: chunksOf(response, () => why) });
    });
    time.after(text);
    request.end(text);
  });
}

/** A longer timer of Node fires at once. In ms. */
const longestTimer = 2 ** 31 - 1;

const late = () => Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });

/** Ends a request whose new connection is not open in time. */
function limitConnecting(
  request: ClientRequest,
  ready: string,
  ms: number,
  fail: (error: Error) => void,
): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => fail(late()), Math.min(ms, longestTimer));
    const stop = () => clearTimeout(timer);
    socket.once(ready, stop).once('close', stop);
  });
}

/** @param why what ended the request early, if anything did */
async function* chunksOf(
  response: IncomingMessage,
  why: () => Error | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk;
  } catch (error) {
    throw why() ?? error;
  }
  // Node ends the body of a request that was destroyed as if it were complete.
  const reason = why();
  if (reason) throw reason;
}
