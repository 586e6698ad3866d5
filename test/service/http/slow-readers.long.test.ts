/** Clients that ask for a large file and then do not read it: the built service must not hold it in memory for them. */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { treeShare } from '../../faults/support/memory.ts';
import { wav } from '../../support/bombs/sound.ts';
import { needs } from '../../support/programs.ts';
import { type Serving, serving } from '../../support/serving.ts';

const READERS = 60;
const FILE_BYTES = 60_000_000;
/** What they may cost together: a few buffers each. All of what they asked for is 60 times 60 MB. */
const MOST_BYTES = 150 * 2 ** 20;

let service: Serving;
let download: URL;
beforeAll(async () => {
  if (process.platform !== 'linux') return;
  service = await serving();
  const { body } = await service.upload(wav(FILE_BYTES, FILE_BYTES, 96_000), 'long.wav');
  await service.settled(`/files/${body.id}`);
  const { id } = (await service.call('POST', '/share', { file_id: body.id })).body;
  const made = await service.settled(`/share/${id}`);
  download = new URL(made.media_download_url);
});
afterAll(() => service?.stop());

/** Asks for the file; reads its first piece, and no more. */
function reader(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(download.port), download.hostname);
    const ask = `GET ${download.pathname}${download.search} HTTP/1.1\r\nhost: ${download.host}\r\n\r\n`;
    socket.once('error', reject).write(ask);
    socket.once('data', (piece: Buffer) => {
      socket.pause();
      if (piece.toString('latin1').startsWith('HTTP/1.1 200 ')) resolve(socket);
      else reject(new Error(piece.toString('latin1', 0, 200)));
    });
  });
}

const openFiles = () => readdirSync(`/proc/${service.pid}/fd`).length;

describe.skipIf(process.platform !== 'linux')('sixty clients that do not read', () => {
  needs('ffmpeg')('[SAFE-3] cost little memory, hold nobody up, and leave nothing open', async () => {
    const before = { bytes: treeShare(service.pid), files: openFiles() };
    const readers = await Promise.all(Array.from({ length: READERS }, reader));
    let most = 0;
    // Each answer to another client comes while the others wait.
    for (let turn = 0; turn < 40; turn += 1) {
      const began = performance.now();
      expect((await service.call('GET', '/files')).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(10_000);
      most = Math.max(most, treeShare(service.pid) - before.bytes);
    }
    expect(most).toBeLessThan(MOST_BYTES);
    for (const socket of readers) socket.destroy();
    await expect.poll(openFiles).toBeLessThanOrEqual(before.files + 5);
    const whole = await fetch(download);
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(FILE_BYTES);
  });
});
