/** What works in the background leaves the processor to others: the built service, with programs that note how they run. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { locate, needs } from '../support/programs.ts';
import { serving } from '../support/serving.ts';
import { tone } from '../support/tone.ts';
import { emptyHome } from '../support/vau.ts';

const GROUPS = '/proc/self/autogroup';

/** Notes its niceness and that of its session once the worker has had time to set them, then runs as the program. */
const noting = (name: 'ffmpeg' | 'ffprobe', log: string) => `#!/bin/sh
if [ -n "$VAU_OWNER" ]; then
  test -e "${log}" || sleep 1
  echo "$(nice) $(sed 's/.*nice //' ${GROUPS} 2>/dev/null)" >> "${log}"
fi
exec "${locate(name)}" "$@"
`;

describe('the programs of a worker', () => {
  needs('ffmpeg')('run at a lower priority than the service, as do their sessions', async () => {
    const home = await emptyHome();
    const log = path.join(home.folder, 'log');
    const program = (name: string) => path.join(home.folder, name);
    for (const name of ['ffmpeg', 'ffprobe'] as const) {
      writeFileSync(program(name), noting(name, log));
      chmodSync(program(name), 0o755);
    }
    const service = await serving({ env: { VAU_FFMPEG: program('ffmpeg') } });
    try {
      const file = (await service.upload(tone(1), 'tone.wav')).body;
      expect(await service.settled(`/files/${file.id}`)).toMatchObject({ status: 'completed' });
      const lower = String(Math.max(5, os.getPriority()));
      const first = readFileSync(log, 'utf8').split('\n')[0];
      expect(first?.trim()).toBe(existsSync(GROUPS) ? `${lower} ${lower}` : lower);
    } finally {
      await service.stop();
      await home.remove();
    }
  });
});
