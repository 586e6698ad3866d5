import * as z from 'zod';
import { dataFolder } from '../../../config/index.ts';
import { sniffFile } from '../../../media/index.ts';
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
    const found = (await Promise.all(paths.map((one) => local.filesOf(one)))).flat();
    const others: string[] = [];
    async function* media() {
      for (const { file, named } of found) {
        const is =
          named ||
          (await sniffFile(file).then(
            () => true,
            () => false,
          ));
        if (is) yield { file };
        else others.push(local.shown(file));
      }
    }
    const rows: unknown[] = [];
    for await (const outcome of probeFiles(media(), { ffmpeg, signal })) {
      rows.push(rowOf(outcome, local.shown(outcome.file), found.length === 1));
      progress(rows.length, found.length, 'files probed');
    }
    const left = others.map((file) => ({ file, left_out: 'not media' }));
    return { summary: `${rows.length} files probed, ${others.length} left out.`, items: [...rows, ...left] };
  },
});

function rowOf(outcome: Outcome, file: string, whole: boolean): unknown {
  if ('reason' in outcome) return { file, error: outcome.reason.replaceAll(outcome.file, file) };
  if (whole) return { ...outcome, file };
  return {
    file,
    ...pick(outcome, ['media_type', 'container', 'duration_seconds', 'size', 'bit_rate']),
    video: summary(outcome, 'video'),
    audio: summary(outcome, 'audio'),
  };
}
