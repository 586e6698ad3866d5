/** `vau serve --secrets-key-file` on SQLite: another key than that of the stored secrets is refused. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { needs } from '../support/programs.ts';
import { emptyHome, vau } from '../support/vau.ts';
import { live } from './live.ts';

describe('vau serve --secrets-key-file', () => {
  needs('ffmpeg')('refuses a key that does not open the secrets of the data folder', async () => {
    const home = await emptyHome();
    const [right, wrong] = ['right.key', 'wrong.key'].map((name) => {
      const file = path.join(home.folder, name);
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
      return file;
    });
    const serve = (key = '') =>
      live(home.folder, ['serve', '--port', '0', '--workers', '1', '--secrets-key-file', key], home.env);
    const stop = async (service: ReturnType<typeof live>) => {
      service.signal('SIGTERM');
      return (await service.ended).status;
    };
    const first = serve(right);
    try {
      await first.told('is running at');
      const line = ['webhook', 'create', 'https://hooks.example.com/vau', '--description', 'Newsroom'];
      const made = await vau(line, { env: home.env });
      expect(made.status, made.stderr).toBe(0);
    } finally {
      await stop(first);
    }
    const refused = await serve(wrong).ended;
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(`${wrong} is not the key with which the secrets of `);
    expect(refused.stderr).toMatch(/Name the right key\.[\s\S]*Next: vau serve/);
    const again = serve(right);
    await again.told('is running at').finally(() => stop(again));
    await home.remove();
  });
});
