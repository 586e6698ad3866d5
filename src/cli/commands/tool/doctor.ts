import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { ffmpegFlag } from '../flags/local-files.ts';

const doctor = defineCommand({
  name: 'doctor',
  flags: { ffmpeg: ffmpegFlag },
  about:
    'Checks Node, ffmpeg and its known vulnerabilities, the configuration, the current profile, its service, the token, the clock, the embedded service and its recognisers. Changes nothing. Each problem comes with a fix. The exit status is 0 when every required check passes and 1 when one fails. When only the service fails, the exit status is the one that other commands would return.',
  examples: [
    { does: 'What is wrong here?', line: 'doctor' },
    {
      does: 'Failed checks, for a script',
      line: 'doctor -o json | jq \'.checks[] | select(.state == "failed")\'',
    },
  ],
  plan: ({ ffmpeg }) =>
    local(async (session) => {
      const { examine } = await import('../../doctor/examine.ts');
      return examine(session, ffmpeg);
    }),
});

export const commands = [doctor];
