/**
 * Commands about files and collections, and what hangs on them: tags, segments, transcripts, clips, shares. Paths, ids
 * or names come in; a plan goes out, or an action that reads or uploads files of this machine.
 */

import { writeJson } from '../../../client/json/json.ts';
import { collectionTypes, fileOrders, jobStatuses, sortDirections } from '../../../contract/values/enums.ts';
import { column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { emptyList } from '../../model/empty-list.ts';
import {
  createdFlags,
  pageFlags,
  refuseTogether,
  waitFlags,
  waiting,
} from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { type CallPlan, call, defined } from '../../model/plan.ts';
import {
  choice,
  either,
  id,
  many,
  needed,
  object,
  openChoice,
  path,
  text,
  toggle,
  url,
} from '../../model/values.ts';
import { fileCard } from '../../reading/cards.ts';
import { clean } from '../../terminal/clean.ts';
import { placeOf } from '../../upload/in-place.ts';
import { localFlags } from '../flags/local-files.ts';

const fileId = needed(id('ID or name of the file'));
const untilProcessed = (answer: { id: string }) => ({ params: { file_id: answer.id } });

const upload = defineCommand({
  name: 'file upload',
  bulk: {
    uploads: 'always',
    flags: ['metadata', 'subtitles', 'audioLanguage', 'term', 'segmentThumbnails'],
  },
  about:
    'Takes files, folders and patterns. One file is probed first if ffmpeg is available; of several, content type and size are checked: a file that the service would refuse is not sent. Several files are sent four at once, with a result line for each, and content that the service has already is not sent again: run the same command again to resume. Files of any size are streamed from disk. If the upload of a file of 16 MiB or more is interrupted, the same command goes on where it was, if the service supports that (tus 1.0; the embedded service does); a file that changed meanwhile starts anew. Subtitles beside a film (talk.srt, talk.vtt, or one with a language such as talk.en.srt beside talk.mp4) are sent with it, as those of --subtitles are: its speech is then taken from them. What vau knows of interrupted uploads is in the journal of --resume, else in the configuration folder. With --in-place nothing is sent: the service reads the files where they are on its own machine, below folders that its setting in_place_folders allows, and never writes there.',
  arguments: {
    path: needed(many(path('Local video, audio or image files, or folders', { field: 'file' }))),
  },
  flags: {
    ...localFlags,
    collection: text('Add each file to this collection, by name or id', {
      placeholder: 'NAME',
      local: true,
    }),
    create: toggle('With --collection: make it if it does not exist', { local: true }),
    collectionType: choice(collectionTypes, 'With --create: its type (default media-descriptions)', {
      local: true,
    }),
    failed: path('Write the files that failed to this CSV file: file, file_id, error, deleted', {
      local: true,
    }),
    deleteFailed: toggle('With --wait: delete the files of this upload that cannot be processed', {
      local: true,
    }),
    metadata: object('Your own data to store; a CSV or JSON file: by filename', {
      placeholder: 'JSON|@FILE|TABLE',
    }),
    segmentThumbnails: either('Make a thumbnail of each segment', { field: 'enable_segment_thumbnails' }),
    subtitles: path('Subtitle file, SubRip or WebVTT (embedded service only)'),
    audioLanguage: text('Language of the audio track to use, such as de (embedded service only)', {
      placeholder: 'CODE',
    }),
    term: many(text('A name or term that speech recognition should know')),
    preflight: either('Probe the file before sending it (default)'),
    ...waitFlags,
  },
  examples: [
    { does: 'Upload and wait until it is processed', line: 'file upload talk.mp4 --wait' },
    {
      does: 'A folder into a collection',
      line: 'file upload media/ --recursive --collection Talks --create --wait',
    },
    {
      does: 'Upload with subtitles and metadata',
      line: 'file upload talk.mp4 --subtitles talk.srt --metadata \'{"team": "docs"}\'',
    },
    {
      does: 'Ingest an archive without a copy',
      line: 'file upload /archive --recursive --in-place --collection Archive --create',
    },
  ],
  plan: ({
    path: [path = ''],
    metadata,
    segmentThumbnails,
    subtitles,
    audioLanguage,
    term,
    preflight,
    sidecar,
    inPlace,
    ...flags
  }) => {
    const waits = waiting(flags, 'file', untilProcessed);
    if (inPlace) {
      refuseTogether({ inPlace, subtitles });
      const body = defined({
        path: placeOf(path),
        metadata,
        enable_segment_thumbnails: segmentThumbnails,
        audio_language: audioLanguage,
        vocabulary: term,
      });
      return call('file.in-place', { body: body as { path: string } }, waits);
    }
    return call(
      'file.upload',
      {
        body: defined({
          metadata: metadata && writeJson(metadata),
          enable_segment_thumbnails: segmentThumbnails === undefined ? undefined : wordOf(segmentThumbnails),
          audio_language: audioLanguage,
          vocabulary: term && writeJson(term),
        }) as { file: unknown },
        files: defined({ file: path, subtitles }),
      },
      {
        ...waits,
        text: fileCard,
        checks: sendable(path, subtitles, preflight !== false),
        ...(sidecar !== false && { found: besideFilm }),
      },
    );
  },
});

const sendable =
  (file: string, subtitles: string | undefined, probes: boolean): NonNullable<CallPlan['checks']> =>
  async (session) => {
    const { beforeUpload } = await import('../../probe/before-upload.ts');
    await beforeUpload(session, { file, subtitles, probes });
  };

const besideFilm: NonNullable<CallPlan['found']> = async (session, request) => {
  const { withSidecar } = await import('../../probe/before-upload.ts');
  const found = await withSidecar(request, session.note);
  const { subtitles = '' } = found.files ?? {};
  if (found !== request)
    session.note(`${clean(subtitles)} lies beside it and is sent with it; --no-sidecar leaves it out`);
  return found;
};

const wordOf = (yes: boolean) => (yes ? 'true' : 'false');

const sync = defineCommand({
  name: 'file sync',
  arguments: { url: needed(url('URL of the file, http or https')) },
  flags: { metadata: object('Your own data to store with it'), ...waitFlags },
  examples: [
    {
      does: 'Ingest a file and wait until it is processed',
      line: 'file sync https://media.example.com/talk.mp4 --wait',
    },
  ],
  plan: (input, { args, flags }) =>
    call(
      'file.sync',
      { body: { ...args, ...flags } },
      { ...waiting(input, 'file', untilProcessed), text: fileCard },
    ),
});

const listOf = { what: 'files', first: 'Put one in: vau file upload PATH', all: 'file list' };

const list = defineCommand({
  name: 'file list',
  flags: {
    status: openChoice(jobStatuses, 'Only files with this status'),
    ...createdFlags,
    order: openChoice(fileOrders, 'Sort by this field (default created_at)'),
    sort: choice(sortDirections, 'Sort direction (default desc)'),
    filter: object('Filter on metadata, video_info, file, source_metadata'),
    ...pageFlags,
  },
  examples: [{ does: 'The latest files', line: 'file list --limit 10' }],
  columns: [
    column('id', 'id'),
    column('filename'),
    column('status'),
    column('media_type', 'text', 'type'),
    column('media_info.duration_seconds', 'duration', 'duration'),
    column('bytes', 'bytes', 'size'),
    column('source'),
    column('created_at', 'time', 'created'),
    column('error'),
  ],
  plan: (_, { flags: query }) => call('file.list', { query }, { none: emptyList(query, listOf) }),
});

const get = defineCommand({
  name: 'file get',
  arguments: { fileId },
  examples: [{ does: 'All fields of a file', line: 'file get FILE_ID --output json' }],
  plan: (_, { args: params }) => call('file.get', { params }, { text: fileCard }),
});

const update = defineCommand({
  name: 'file update',
  arguments: { fileId },
  flags: {
    filename: text('New name'),
    metadata: object('Replaces the current metadata'),
    term: many(text('Replaces the names and terms for speech recognition', { field: 'vocabulary' })),
    audioLanguage: text('Language of the audio track to use', { placeholder: 'CODE' }),
    speakers: object('Names of speakers, by label or current name'),
    clearMetadata: toggle('Remove the metadata', { field: 'metadata', local: true }),
  },
  examples: [
    { does: 'Rename a file', line: 'file update FILE_ID --filename "Demo day.mp4"' },
    { does: 'Name a speaker', line: 'file update FILE_ID --speakers \'{"SPEAKER_00": "Ada"}\'' },
  ],
  plan: ({ clearMetadata }, { args: params, flags }) =>
    call('file.update', { params, body: clearMetadata ? { ...flags, metadata: null } : flags }),
});

const remove = defineDeletion({
  command: 'file delete',
  bulk: {},
  argument: { fileId },
  examples: [
    {
      does: 'Delete failed files; repeat it to resume',
      line: 'file delete --from failed.ndjson --resume deleted.ndjson --yes',
    },
  ],
  kind: 'file',
  name: 'filename',
  effect: () =>
    'Everything derived from it is deleted too: segments, descriptions, faces, frames, tags, shares and its place in collections.',
});

export const commands = [upload, sync, list, get, update, remove];
