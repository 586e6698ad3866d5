import { confirm } from '../../model/flags/common-flags.ts';
import { yesFlag } from '../../model/flags/given-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed, path } from '../../model/values.ts';

const fileId = needed(id('ID or name of the file'));

const put = defineCommand({
  name: 'transcript put',
  about:
    'The transcript replaces what was recognised and is marked as corrected by hand. Voice tags (WebVTT) name the speakers. Index, vectors, chapters and entities of this file are made again.',
  arguments: { fileId, path: needed(path('Transcript, SubRip or WebVTT', { field: 'file' })) },
  examples: [
    {
      does: 'Get a transcript, correct it and put it back',
      line: 'transcript put FILE_ID talk.srt',
    },
  ],
  plan: ({ fileId: file_id, path: file }) =>
    call('transcript.put', { params: { file_id }, body: {} as { file: unknown }, files: { file } }),
});

const remove = defineCommand({
  name: 'transcript delete',
  about: 'The speech of the file is then recognised again, as if it had never been corrected.',
  arguments: { fileId },
  flags: yesFlag,
  examples: [{ does: 'Go back to what was recognised', line: 'transcript delete FILE_ID --yes' }],
  plan: ({ fileId: id, yes }, { args: params }) =>
    call(
      'transcript.delete',
      { params },
      confirm(yes, {
        kind: 'the corrected transcript of file',
        id,
        read: call('file.get', { params }),
        name: 'filename',
        effect: () => 'The speech is then recognised again.',
      }),
    ),
});

export const commands = [put, remove];
