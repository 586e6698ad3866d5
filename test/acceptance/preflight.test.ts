/** file upload probes its file before anything is sent. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { make, tone } from '../media/support.ts';
import { choosing, run, stage } from './harness.ts';

const { service, home } = await stage(() => ({ json: { id: 'f', status: 'pending' } }));
const at = (name: string) => path.join(home.folder, name);

beforeAll(async () => {
  await make(...tone(1), at('tone.wav'));
  writeFileSync(at('list.mp4'), '#EXTM3U\n');
});

const upload = (line: string[], env: Record<string, string> = {}) =>
  run(home.folder, ['file', 'upload', ...line], { env: { ...choosing(service), ...env } });

describe('file upload', () => {
  it('sends an acceptable file', async () => {
    expect((await upload(['tone.wav'])).status).toBe(0);
    expect(service.arrived).toHaveLength(1);
  });

  it('does not send a file that would be refused: exit 2 with the reason and the override', async () => {
    const ended = await upload(['list.mp4']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('The service would refuse list.mp4: it is an HLS playlist');
    expect(ended.stderr).toContain('--no-preflight');
    expect(service.arrived).toEqual([]);
  });

  it('sends it anyway with --no-preflight', async () => {
    expect((await upload(['list.mp4', '--no-preflight'])).status).toBe(0);
    expect(service.arrived).toHaveLength(1);
  });

  it('without ffmpeg it prints a note and sends the file', async () => {
    const ended = await upload(['list.mp4'], { VAU_FFMPEG: at('nothing') });
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain('without a probe');
    expect(service.arrived).toHaveLength(1);
  });
});
