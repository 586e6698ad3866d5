import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { ffmpegFlag } from './flags/ffmpeg.ts';

const doctor = defineCommand({
  name: 'doctor',
  flags: { ffmpeg: ffmpegFlag },
  about:
    'Checks Node, ffmpeg and its known vulnerabilities, the configuration, the current profile, its service, the token, the clock, the embedded service and its recognisers. Changes nothing. The exit status is 0 when all that is needed is fine, and 1 when not; when it is the service alone, what any other command would end with. Each line says what to do.',
  examples: [
    { does: 'What is wrong here?', line: 'doctor' },
    {
      does: 'What failed, for a script',
      line: 'doctor -o json | jq \'.checks[] | select(.state == "failed")\'',
    },
  ],
  plan: ({ ffmpeg }) =>
    local(async (session) => {
      const { examine } = await import('../doctor/examine.ts');
      return examine(session, ffmpeg);
    }),
});

export const commands = [doctor];
