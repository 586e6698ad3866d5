import * as z from 'zod';
import { dataFolder } from '../../../config/index.ts';
import { chosenFfmpeg } from '../../local/opening/ffmpeg.ts';
import { summary } from '../../probe/describe.ts';
import { type Outcome, probeFiles } from '../../probe/probe-files.ts';
import { pick, tool } from '../tool.ts';

export const probe = tool({
  name: 'probe',
  description:
    'Facts of local media files, before any upload: length, codecs, size, chapters. Needs no service.',
  input: z.object({ paths: z.array(z.string()).min(1).describe('Files and folders') }),
  sends: [],
  async run({ paths }, { session, signal, paths: local, progress }) {
    const { ffmpeg } = await chosenFfmpeg(session.env, dataFolder(session.env), undefined);
    const { media, others } = await local.mediaOf(paths);
    async function* files() {
      for (const file of media) yield { file };
    }
    const rows: unknown[] = [];
    for await (const outcome of probeFiles(files(), { ffmpeg, signal })) {
      rows.push(rowOf(outcome, local.shown(outcome.file), media.length === 1));
      progress(rows.length, media.length, 'files probed');
    }
    return { summary: `${rows.length} files probed. ${others} others are not media.`, items: rows };
  },
});

function rowOf(outcome: Outcome, file: string, whole: boolean): unknown {
  if ('reason' in outcome) return { file, error: outcome.reason.replaceAll(outcome.file, file) };
  if (whole) return withoutNulls({ ...outcome, file });
  return {
    file,
    ...pick(outcome, ['media_type', 'container', 'duration_seconds', 'size', 'bit_rate']),
    video: summary(outcome, 'video'),
    audio: summary(outcome, 'audio'),
  };
}

/** What is not known of a file is left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, one]) => one !== null && one !== '');
  return Object.fromEntries(known.map(([name, one]) => [name, withoutNulls(one)]));
}
