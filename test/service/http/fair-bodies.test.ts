import { expect, it } from 'vitest';
import { readWhole } from '../../../src/service/http/bodies/body.ts';

it('reads a large body that has arrived in pieces, and lets others have their turn in between', async () => {
  const piece = new Uint8Array(64 * 1024);
  let left = 64;
  const body = new ReadableStream({
    pull: (sent) => {
      left -= 1;
      if (left < 0) sent.close();
      else sent.enqueue(piece);
    },
  });
  const request = new Request('http://127.0.0.1', { method: 'POST', body, duplex: 'half' } as RequestInit);
  let [turns, reading] = [0, true];
  const turn = () => {
    turns += 1;
    if (reading) setImmediate(turn);
  };
  setImmediate(turn);
  const whole = await readWhole(request, { most: 2 ** 23, graceMs: 60_000 });
  reading = false;
  expect(whole.length).toBe(2 ** 22);
  expect(turns).toBeGreaterThanOrEqual(31);
});
