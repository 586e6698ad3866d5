import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { multipart } from '../../src/client/multipart.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vau-multipart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, bytes: number) => {
  const at = path.join(folder, name);
  writeFileSync(at, Buffer.alloc(bytes, 'x'));
  return at;
};

async function collected(body: {
  chunks(): AsyncIterable<Uint8Array>;
}): Promise<{ bytes: Buffer; largest: number }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.chunks()) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), largest: Math.max(...chunks.map(({ length }) => length)) };
}

describe('a multipart body', () => {
  it.each([0, 1, 262_144, 1_000_000])('of a file of %i bytes has the announced length', async (bytes) => {
    const body = await multipart({ a: 'ü' }, { file: file(`f${bytes}`, bytes) });
    const { bytes: sent } = await collected(body);
    expect(sent.length).toBe(body.length);
  });

  it('is read in chunks, and again from its start', async () => {
    const body = await multipart({}, { file: file('large', 3_000_000) });
    const first = await collected(body);
    expect(first.largest).toBeLessThanOrEqual(262_144);
    expect((await collected(body)).bytes.equals(first.bytes)).toBe(true);
  });

  it('reports progress', async () => {
    const told: number[] = [];
    const body = await multipart(
      {},
      { file: file('told', 600_000) },
      { onProgress: (sent) => told.push(sent) },
    );
    await collected(body);
    expect(told).toEqual([...told].sort((x, y) => x - y));
    expect(told.at(-1)).toBe(body.length);
  });

  it('has names that cannot break out of their quotes', async () => {
    const body = await multipart({ 'a"\r\nx: y': '1' }, {});
    expect((await collected(body)).bytes.toString()).toContain('name="a%22%0D%0Ax: y"');
  });

  it('refuses what is not a regular file, and one that became shorter', async () => {
    await expect(multipart({}, { file: folder })).rejects.toThrow(/is not a regular file/);
    await expect(multipart({}, { file: path.join(folder, 'missing') })).rejects.toThrow(
      /missing does not exist/,
    );
    const at = file('shrinks', 1000);
    const body = await multipart({}, { file: at });
    truncateSync(at, 10);
    await expect(collected(body)).rejects.toThrow(/became shorter/);
  });
});
