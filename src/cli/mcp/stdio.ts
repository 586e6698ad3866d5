/**
 * Lines of an agent on standard input. The library's transport drops what is not one valid message: an agent that waits for
 * its answer would hang. Here every such line is answered by an error of JSON-RPC, and batches, which the protocol had until
 * 2025-03-26, by the answers to all of their requests as one array.
 */
import { pipeline, type Readable, Transform } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

type Protocol = typeof import('@modelcontextprotocol/server');
type Transport = typeof import('@modelcontextprotocol/server/stdio').StdioServerTransport;
type Id = string | number;

/** Most messages of a batch, as over HTTP. */
const mostMessages = 100;

/** A batch whose requests are not all answered yet. */
interface Batch {
  readonly open: Set<Id>;
  readonly answers: object[];
}

/** The parts of a message that decide how it is answered. */
interface Shape {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

/** @returns the transport, and what ends once the agent has left; destroy it to stop reading */
export function stdioTransport(stdin: Readable, protocol: Protocol, StdioServerTransport: Transport) {
  const mostBytes = protocol.STDIO_DEFAULT_MAX_BUFFER_SIZE;
  const input = linesOf(mostBytes, (line) => (line === undefined ? refuseLong() : takeLine(line)));
  // The transport sees only its end: the messages come from here.
  const wire = new StdioServerTransport(input);
  const batches = new Map<Id, Batch>();

  const sendOne = wire.send.bind(wire);
  // An agent that has left reads no answers.
  const send = (message: object) => sendOne(message as JSONRPCMessage).catch(() => undefined);
  const { PARSE_ERROR, INVALID_REQUEST } = protocol;
  const refuse = (code: number, message: string) => send(refusal(null, code, message));
  const refuseLong = () => refuse(INVALID_REQUEST, `A line may have at most ${mostBytes} bytes`);

  wire.send = async (message) => {
    const { id, method } = message as Shape;
    const batch = method === undefined ? batches.get(id as Id) : undefined;
    if (!batch) return sendOne(message);
    batch.answers.push(message);
    settle(id as Id, batch);
  };

  function settle(id: Id, batch: Batch): void {
    batches.delete(id);
    if (!batch.open.delete(id) || batch.open.size > 0 || batch.answers.length === 0) return;
    send(batch.answers);
  }

  function takeLine(line: string): void {
    if (line.trim() === '') return;
    const value = jsonOf(line);
    const { message, problem } = read(value);
    if (value === undefined) refuse(PARSE_ERROR, 'The line is not valid JSON');
    else if (Array.isArray(value)) takeBatch(value);
    else if (message) receive(message);
    else if (problem) send(problem);
  }

  function takeBatch(values: readonly unknown[]): void {
    if (values.length === 0 || values.length > mostMessages) {
      refuse(INVALID_REQUEST, `A batch must have 1 to ${mostMessages} messages`);
      return;
    }
    const all = values.map(read);
    const requests = all.flatMap(({ message }) => (protocol.isJSONRPCRequest(message) ? [message.id] : []));
    const answers = all.flatMap(({ problem }) => (problem ? [problem] : []));
    const batch: Batch = { open: new Set(requests), answers };
    for (const id of batch.open) batches.set(id, batch);
    if (requests.length === 0 && answers.length > 0) send(answers);
    for (const { message } of all) if (message) receive(message);
  }

  function receive(message: JSONRPCMessage): void {
    const { method, params } = message as Shape;
    wire.onmessage?.(message);
    if (method !== 'notifications/cancelled') return;
    // What is cancelled gets no answer: the rest of its batch does not wait for it.
    const id = params?.requestId as Id;
    const batch = batches.get(id);
    if (batch) settle(id, batch);
  }

  /** A valid message, or what to answer instead: nothing if it is an answer itself. */
  function read(value: unknown): { message?: JSONRPCMessage; problem?: object } {
    try {
      return { message: protocol.parseJSONRPCMessage(value) };
    } catch {
      const fields = Object(value) as Shape;
      const isAnswer = !('method' in fields) && ('result' in fields || 'error' in fields);
      return isAnswer
        ? {}
        : { problem: refusal(fields.id, INVALID_REQUEST, 'That is not a JSON-RPC 2.0 request') };
    }
  }

  pipeline(stdin, input, () => undefined);
  return { transport: wire, input };
}

/** The value of a text; undefined if it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusal = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || Number.isInteger(id) ? id : null,
  error: { code, message },
});

/** Calls `take` with each line, with undefined for one that is too long, and keeps no more than one line. */
function linesOf(mostBytes: number, take: (line: string | undefined) => void): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
    else parts = [];
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        keep(chunk.subarray(from, end));
        take(length > mostBytes ? undefined : Buffer.concat(parts).toString());
        [parts, length, from] = [[], 0, end + 1];
      }
      keep(chunk.subarray(from));
      done();
    },
  });
}
