import { limits } from '../../../contract/values/limits.ts';
import { MissingError, UsageError } from '../../errors/errors.ts';
import { column } from '../../model/columns.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { many, needed, path, seconds, text, toggle } from '../../model/values.ts';
import { ffmpegFlag } from '../flags/local-files.ts';

const clip = defineCommand({
  name: 'clip',
  arguments: {
    targets: needed(
      many(
        text('FILE@START-END, a file, or the ID of a search, of a find-moments run or of a moment', {
          placeholder: 'FILE|ID',
        }),
      ),
    ),
  },
  flags: {
    save: path('Folder for the clips; it is made if it is not there', { placeholder: 'DIR' }),
    pad: seconds('Time to add before and after each, such as 1s'),
    stitch: path('Also join the clips, in order, into this file', { placeholder: 'REEL.mp4' }),
    titles: toggle('With --stitch: a title card before each clip'),
    burnCaptions: toggle('Draw the captions into the picture'),
    vertical: toggle('9:16, 1080 x 1920: the sides of the picture are cut off'),
    bars: toggle('With --vertical: keep the whole picture, with bars above and below'),
    overwrite: toggle('Replace other files of the same names'),
    ffmpeg: ffmpegFlag,
  },
  about:
    'Writes each found span as a file of its own: exact to the frame, copied where that is exact, else encoded as H.264 and AAC (recordings without a picture as .m4a). ' +
    'The service cuts, so that only the clips are downloaded. Names sort: number, file, second. Beside each clip lie its captions (.srt), and where it comes from (.json): the file, the second in it, what is said. ' +
    `A clip has at most ${limits.clipSeconds} s. --stitch, --burn-captions and --vertical run ffmpeg on this machine. ` +
    'Each file appears when it is complete. Run the same command again to go on after an interruption: clips of the same cut are kept. Other files are not replaced without --overwrite.',
  examples: [
    { does: 'Cut eight seconds of a file', line: 'clip keynote.mp4@12-20 --save clips' },
    {
      does: 'Cut what a search found, with a second more on each side',
      line: 'clip SEARCH_ID --save clips --pad 1s',
    },
    {
      does: 'A vertical reel with title cards and captions',
      line: 'clip SEARCH_ID --save clips --stitch reel.mp4 --titles --burn-captions --vertical',
    },
  ],
  columns: [
    column('clip'),
    column('start_time', 'seconds', 'start'),
    column('end_time', 'seconds', 'end'),
    column('bytes', 'bytes', 'size'),
    column('title'),
    column('filename', 'text', 'file'),
  ],
  plan: ({ targets, save, vertical, bars, ...flags }) => {
    if (save === undefined)
      throw new MissingError(
        ['save'],
        '--save is missing: name a folder for the clips, such as --save clips',
      );
    if (flags.titles && flags.stitch === undefined) throw new UsageError('--titles needs --stitch');
    if (bars && !vertical) throw new UsageError('--bars needs --vertical');
    if (flags.stitch !== undefined && !/\.mp4$/i.test(flags.stitch))
      throw new UsageError(`--stitch must end in .mp4 (got ${JSON.stringify(flags.stitch)})`);
    const shape = vertical ? { vertical: bars ? ('bars' as const) : ('crop' as const) } : {};
    return local(async (session) => {
      const { clipTargets } = await import('../../clips/clip-targets.ts');
      return clipTargets(session, targets, { ...flags, ...shape, save });
    });
  },
});

export const commands = [clip];
