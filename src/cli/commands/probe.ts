import { collectionTypes } from '../../contract/enums.ts';
import { UsageError } from '../errors/errors.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { choice, either, many, needed, path, seconds, toggle } from '../model/values.ts';
import { ffmpegFlag } from './flags/ffmpeg.ts';

const probe = defineCommand({
  name: 'probe',
  arguments: { files: needed(many(path('Files, folders, or patterns such as "films/**/*.mp4"'))) },
  flags: {
    recursive: either('Also search subfolders (default)'),
    preflight: toggle('Say whether the service would accept each file'),
    collectionType: choice(collectionTypes, 'With --preflight: also check the rules of this collection type'),
    thumbnail: path('Write a frame of the file to this path', { placeholder: 'OUT.jpg' }),
    at: seconds('Time of the --thumbnail frame'),
    ffmpeg: ffmpegFlag,
    contactSheet: path('Write a contact sheet of frames with their times to this path', {
      placeholder: 'OUT.png',
    }),
  },
  about:
    'Reads container, duration, size, bit rate, chapters and each stream: codec, profile, dimensions as shown, ' +
    'rotation, frame rate, pixel format, colour and HDR, channels, sample rate, language. No service is asked. ' +
    'One file shows everything, several show a row each. Of a folder every file is read that is media by its ' +
    'content, whatever its name. -o json prints an array, one object for each file that could be read, in order; ' +
    '-o ndjson prints each as soon as it is read. A file that cannot be read, or that --preflight says would be ' +
    'refused, is a line on standard error, and exit status 1.',
  examples: [
    { does: 'Everything about one file', line: 'probe talk.mp4' },
    { does: 'A row for each film of a folder and the folders in it', line: 'probe media/' },
    {
      does: 'The size of the picture, for a script',
      line: "probe talk.mp4 -o json | jq '.[0].streams[0].width'",
    },
    {
      does: 'Thousands of files, each as it is read',
      line: 'probe archive/ -o ndjson --fields file,duration_seconds',
    },
    { does: 'Before an upload', line: 'probe media/ --preflight --collection-type face-analysis' },
    { does: 'See what is in it', line: 'probe talk.mp4 --contact-sheet talk.png' },
  ],
  plan: ({ files, recursive, preflight, ...flags }) => {
    if (flags.collectionType !== undefined && !preflight)
      throw new UsageError('--collection-type goes with --preflight');
    if (flags.at !== undefined && flags.thumbnail === undefined)
      throw new UsageError('--at goes with --thumbnail');
    checkEnding('--thumbnail', flags.thumbnail, ['.jpg', '.jpeg']);
    checkEnding('--contact-sheet', flags.contactSheet, ['.png']);
    return local(async (session) => {
      const { look } = await import('../probe/look.ts');
      return look(session, { files, recursive: recursive ?? true, preflight: preflight ?? false, ...flags });
    });
  },
});

/** A picture of one kind under the name of another would only show later. */
function checkEnding(flag: string, out: string | undefined, endings: readonly string[]): void {
  if (out === undefined || endings.some((ending) => out.toLowerCase().endsWith(ending))) return;
  throw new UsageError(`${flag} must end in ${endings.join(' or ')} (got ${JSON.stringify(out)})`);
}

export const commands = [probe];
