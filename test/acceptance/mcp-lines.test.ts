/** vau mcp on standard input, line by line: every line that asks for something is answered, whatever is wrong with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary, emptyHome, type Home, passedOn } from '../support/vau.ts';

let home: Home;
beforeAll(async () => {
  home = await emptyHome();
});
afterAll(() => home.remove());

const opening = {
  jsonrpc: '2.0',
  id: 'opening',
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: number) => ({ jsonrpc: '2.0', id, result: {} });
const invalid = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_600, message: expect.any(String) },
});
const unreadable = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) } };

/** What comes back for these texts, written at once after the opening, up to the answer of a last ping; and how it ends. */
async function answersTo(...texts: string[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [binary, 'mcp'], {
    env: { ...passedOn(), ...home.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answers: unknown[] = [];
  const last = ping(999);
  child.stdin.write([opening, ...texts, last].map(textOf).join('\n'));
  child.stdin.write('\n');
  for await (const line of createInterface({ input: child.stdout })) {
    const answer: { id?: unknown } = JSON.parse(line);
    if (answer.id === last.id) break;
    if (answer.id !== opening.id) answers.push(answer);
  }
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  return answers;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

describe('lines of an agent', () => {
  it('that are no message are answered by an error, with the id that can be read', async () => {
    const lines = ['{bad json', 'null', '5', '{"id":11}', '{"jsonrpc":"2.0","id":"a","method":5}', '[]'];
    expect(await answersTo(...lines)).toEqual([unreadable, ...[null, null, 11, 'a', null].map(invalid)]);
  });

  it('that are answers, empty or notifications get none, even if they are wrong', async () => {
    const lines = ['', ' \r', '{"jsonrpc":"2.0","id":null,"error":{}}', '{"id":7,"result":5}'];
    const notification = { jsonrpc: '2.0', method: 'notifications/unknown' };
    expect(await answersTo(...lines, textOf(notification), textOf([notification]))).toEqual([]);
  });

  it('in a batch are answered as one', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/unknown' };
    const batch = [ping(4), { id: 8 }, notification, { ...ping(5), method: 'no/such' }];
    const [answer, ...more] = await answersTo(textOf(batch), textOf([null]), textOf([ping(6), ping(6)]));
    expect(answer).toEqual([null].map(invalid));
    const [first, ...rest] = more as { id?: unknown }[][];
    expect(first).toHaveLength(3);
    expect(first).toEqual(
      expect.arrayContaining([
        pong(4),
        invalid(8),
        { jsonrpc: '2.0', id: 5, error: { code: -32_601, message: expect.any(String) } },
      ]),
    );
    expect(rest).toEqual([[pong(6)], pong(6)]);
  });

  it('in a batch do not wait for a request that was cancelled', async () => {
    const probe = { name: 'probe', arguments: { paths: ['.'] } };
    const slow = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: probe };
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect(await answersTo(textOf([slow, ping(2), cancelled]))).toEqual([[pong(2)]]);
  });

  it('that are too long or too many are refused, and the next ones answered', async () => {
    const long = `"${'x'.repeat(11 * 2 ** 20)}"`;
    const many = textOf(Array.from({ length: 101 }, (_, at) => ping(at)));
    expect(await answersTo(long, many, textOf(ping(3)))).toEqual([invalid(null), invalid(null), pong(3)]);
  });
});
