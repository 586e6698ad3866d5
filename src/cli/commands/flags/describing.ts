/** The commands that make and list describe and transcribe jobs, which differ in their defaults and their words. */
import { column } from '../../model/columns.ts';
import type { Example } from '../../model/examples.ts';
import { defineCommand, type Flags } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { either, needed, url } from '../../model/values.ts';
import { jobListColumns, jobListFlags, mediaJobFlags, refuseTwoCuts, waitingForJob } from './media-jobs.ts';

/** Flags that choose what describe and transcribe jobs analyse. */

/** --speech, --scene-text and the others. `picture` is the default of the visual ones, for help. */
const enableFlags = (picture: 'yes' | 'no') => ({
  summary: either('Add a title and a summary (default yes)', { field: 'enable_summary' }),
  speech: either('Recognise speech (default yes)', { field: 'enable_speech' }),
  sceneText: either(`Recognise text in the picture (default ${picture})`, { field: 'enable_scene_text' }),
  visualSceneDescription: either(`Describe scenes (default ${picture})`, {
    field: 'enable_visual_scene_description',
  }),
  audioDescription: either('Describe sounds (default no)', { field: 'enable_audio_description' }),
});

interface Words {
  readonly about: string;
  /** Whether the picture is read where no flag is given. */
  readonly picture: 'yes' | 'no';
  /** What the first example does. */
  readonly does: string;
  readonly example: Example;
  /** Help of the flag that adds the data of listed jobs: `Include transcripts`. */
  readonly data: string;
  /** What a listed job can be shown with. */
  readonly shown: Flags;
}

/** `NOUN create` and `NOUN list`. */
export function describing(noun: 'describe' | 'transcribe', words: Words) {
  const create = defineCommand({
    name: `${noun} create`,
    about: words.about,
    arguments: { url: needed(url('Media: a URL or the URI of a file')) },
    flags: { ...enableFlags(words.picture), ...mediaJobFlags },
    examples: [{ does: words.does, line: `${noun} create vau://files/FILE_ID --wait` }, words.example],
    plan: (input, { args, flags }) => {
      refuseTwoCuts(input);
      return call(`${noun}.create`, { body: { ...args, ...flags } }, waitingForJob(input, noun));
    },
  });
  const list = defineCommand({
    name: `${noun} list`,
    flags: { ...jobListFlags(words.data), ...words.shown },
    examples: [
      { does: 'Job information only', line: `${noun} list --no-include-data` },
      { does: 'Failed jobs', line: `${noun} list --status failed` },
    ],
    columns: jobListColumns(column('data.title', 'text', 'title')),
    plan: (_, { flags: query }) => call(`${noun}.list`, { query }),
  });
  return [create, list];
}
