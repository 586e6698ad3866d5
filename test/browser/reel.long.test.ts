/** A reel of ten clips with title cards, as vau clip makes it, plays through in a browser. */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { beeps } from '../support/clock.ts';
import { locate, needs } from '../support/programs.ts';
import { serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';
import { launch, play, until, watch } from './support.ts';

needs('chromium', 'ffmpeg', 'fonts')(
  'a reel of ten clips plays to its end in Chromium',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-reel-'));
    const service = await serving();
    const film = path.join(folder, 'film.mp4');
    const server = createServer(async (request, answer) => {
      const reel = path.join(folder, 'reel.mp4');
      if (request.url !== '/reel.mp4')
        return void answer
          .setHeader('content-type', 'text/html')
          .end('<video id="player" src="/reel.mp4" muted></video>');
      const { size } = await stat(reel);
      const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      answer.writeHead(206, {
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'content-range': `bytes ${start}-${size - 1}/${size}`,
        'content-length': size - start,
      });
      createReadStream(reel, { start }).pipe(answer);
    });
    const browser = await launch();
    try {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=12'];
      const codecs = [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'aac',
        '-shortest',
      ];
      await promisify(execFile)(locate('ffmpeg'), [
        '-nostdin',
        '-v',
        'error',
        '-y',
        ...picture,
        ...beeps(12),
        ...codecs,
        film,
      ]);
      const { id } = (await service.upload(await readFile(film), 'film.mp4')).body;
      await service.settled(`/files/${id}`);
      const targets = Array.from({ length: 10 }, (_, n) => `film.mp4@${n}.3-${n + 1}.4`);
      const ended = await vau(
        [
          'clip',
          ...targets,
          '--save',
          path.join(folder, 'clips'),
          '--stitch',
          path.join(folder, 'reel.mp4'),
          '--titles',
        ],
        {
          env: { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token },
          timeout: 300_000,
        },
      );
      expect(ended.status, ended.stderr).toBe(0);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const page = await browser.newPage();
      const seen = watch(page);
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.evaluate(`document.getElementById('player').playbackRate = 4`);
      await play(page);
      const at = await until(page, ({ time, duration }) => time >= duration - 0.01);
      expect(at.duration).toBeCloseTo(10 * (1.1 + 2.5), 0);
      expect(at.width).toBe(320);
      expect(await page.evaluate(`document.getElementById('player').error`)).toBeNull();
      // The page has no picture of its own.
      expect(seen.complaints.filter((line) => !line.includes('favicon'))).toEqual([]);
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
