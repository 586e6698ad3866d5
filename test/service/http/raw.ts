/** Requests as bytes over a socket, and responses parsed from bytes: what no client library would send or show. */
import { connect } from 'node:net';

/** One response on a connection. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface Exchange {
  /** Every complete response, without interim ones (1xx). */
  answers: RawAnswer[];
  /** Bytes after the last complete response. */
  rest: string;
}

export interface Manner {
  /** Where to cut the bytes; each piece is sent separately. */
  cuts?: readonly number[];
  /** Hang up after this many bytes. */
  abortAt?: number;
  /** Milliseconds without a response after which there is none. */
  patienceMs?: number;
  /** Hang up after this many responses; default: when the service does. */
  answers?: number;
}

/** Sends bytes on a new connection and reads until the service closes it or falls silent. */
export function speak(port: number, bytes: string | Buffer, manner: Manner = {}): Promise<Exchange> {
  const whole = Buffer.from(bytes);
  const sent = whole.subarray(0, manner.abortAt ?? whole.length);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    let got = Buffer.alloc(0);
    const done = () => {
      clearTimeout(silence);
      socket.destroy();
      resolve(parseAnswers(got));
    };
    const silence = setTimeout(done, manner.patienceMs ?? 20_000);
    socket.on('error', done).on('close', done);
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece]);
      silence.refresh();
      if (manner.answers !== undefined && parseAnswers(got).answers.length >= manner.answers) done();
    });
    const ends = [...(manner.cuts ?? []), sent.length];
    const sendNext = (from: number) => {
      const end = ends.shift();
      if (end === undefined) return manner.abortAt === undefined ? undefined : done();
      socket.write(sent.subarray(from, end), () => setImmediate(sendNext, end));
    };
    sendNext(0);
  });
}

/** Parses responses by their lengths or chunks. */
export function parseAnswers(bytes: Buffer): Exchange {
  const answers: RawAnswer[] = [];
  let rest = bytes.toString('latin1');
  for (;;) {
    const head = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n([\s\S]*?\r\n)??\r\n/.exec(rest);
    if (!head) return { answers, rest };
    const headers = headersOf(head[2] ?? '');
    const status = Number(head[1]);
    const body = bodyOf(rest.slice(head[0].length), headers);
    if (body === undefined) return { answers, rest };
    rest = rest.slice(head[0].length + body.length);
    if (status >= 200) answers.push({ status, headers, text: Buffer.from(body.text, 'latin1').toString() });
  }
}

function headersOf(lines: string): Record<string, string> {
  const pairs = lines.split('\r\n').map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? []);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

/** Undefined while it is incomplete. `length` is its size on the connection. */
function bodyOf(rest: string, headers: Record<string, string>): { text: string; length: number } | undefined {
  if (headers['transfer-encoding'] === undefined) {
    const length = Number(headers['content-length'] ?? 0);
    return rest.length < length ? undefined : { text: rest.slice(0, length), length };
  }
  let [at, text] = [0, ''];
  for (;;) {
    const [line, size = ''] = /^([0-9a-f]+)\r\n/i.exec(rest.slice(at)) ?? [];
    if (line === undefined) return undefined;
    const from = at + line.length;
    const length = Number.parseInt(size, 16);
    if (rest.length < from + length + 2) return undefined;
    text += rest.slice(from, from + length);
    at = from + length + 2;
    if (length === 0) return { text, length: at };
  }
}

/** A body in chunks of this many bytes. */
export function chunked(body: string | Buffer, size = 1_000_000): Buffer {
  const whole = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += size) {
    const piece = whole.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}
