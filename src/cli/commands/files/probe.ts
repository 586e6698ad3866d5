import { collectionTypes } from '../../../contract/values/enums.ts';
import { UsageError } from '../../errors/errors.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { choice, either, many, needed, path, seconds, toggle } from '../../model/values.ts';
import { ffmpegFlag } from '../flags/local-files.ts';

const probe = defineCommand({
  name: 'probe',
  arguments: { files: needed(many(path('Files, folders, or patterns such as "films/**/*.mp4"'))) },
  flags: {
    recursive: either('Also search subfolders (default)'),
    preflight: toggle('Report whether the service would accept each file'),
    collectionType: choice(collectionTypes, 'With --preflight: also check the rules of this collection type'),
    thumbnail: path('Write a frame of the file to this path', { placeholder: 'OUT.jpg' }),
    at: seconds('Time of the --thumbnail frame'),
    ffmpeg: ffmpegFlag,
    contactSheet: path('Write a contact sheet (frames with timestamps) to this path', {
      placeholder: 'OUT.png',
    }),
  },
  about:
    'Shows container, duration, size, bit rate, chapters and each stream: codec, profile, dimensions as displayed, ' +
    'rotation, frame rate, pixel format, colour and HDR, channels, sample rate, language. Needs no service. ' +
    'One file gives full details, several files give one row each. In a folder, every file with media content is ' +
    'probed, whatever its name. -o json prints an array with one object per readable file, in order; ' +
    '-o ndjson prints each object as soon as it is ready. If a file is unreadable, or --preflight finds that the ' +
    'service would refuse it, the reason goes to standard error and the exit status is 1.',
  examples: [
    { does: 'Full details of one file', line: 'probe talk.mp4' },
    { does: 'One row per file in a folder and its subfolders', line: 'probe media/' },
    {
      does: 'Picture width, for a script',
      line: "probe talk.mp4 -o json | jq '.[0].streams[0].width'",
    },
    {
      does: 'Thousands of files, printed as they are read',
      line: 'probe archive/ -o ndjson --fields file,duration_seconds',
    },
    {
      does: 'Check files before an upload',
      line: 'probe media/ --preflight --collection-type face-analysis',
    },
    { does: 'See frames of a file', line: 'probe talk.mp4 --contact-sheet talk.png' },
  ],
  plan: ({ files, recursive, preflight, ...flags }) => {
    if (flags.collectionType !== undefined && !preflight)
      throw new UsageError('--collection-type needs --preflight');
    if (flags.at !== undefined && flags.thumbnail === undefined)
      throw new UsageError('--at needs --thumbnail');
    checkEnding('--thumbnail', flags.thumbnail, ['.jpg', '.jpeg']);
    checkEnding('--contact-sheet', flags.contactSheet, ['.png']);
    return local(async (session) => {
      const { probeLocally } = await import('../../probe/probe-locally.ts');
      return probeLocally(session, {
        files,
        recursive: recursive ?? true,
        preflight: preflight ?? false,
        ...flags,
      });
    });
  },
});

/** Refuses a picture path whose ending names another format. */
function checkEnding(flag: string, out: string | undefined, endings: readonly string[]): void {
  if (out === undefined || endings.some((ending) => out.toLowerCase().endsWith(ending))) return;
  throw new UsageError(`${flag} must end in ${endings.join(' or ')} (got ${JSON.stringify(out)})`);
}

export const commands = [probe];
