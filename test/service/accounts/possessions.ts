import { expect } from 'vitest';
import { events } from '../../../src/contract/index.ts';
import type { TestService } from '../../support/service.ts';
import { addSegment } from '../resources/shares/support.ts';

/** One of everything that an account can have, by its id. */
export interface Possessions {
  file: string;
  segment: string;
  segmentation: string;
  collection: string;
  rich: string;
  faces: string;
  entities: string;
  moments: string;
  attachment: string;
  tag: string;
  webhook: string;
  delivery: string;
  share: string;
  redo: string;
  extract: string;
  describe: string;
  transcribe: string;
  deepSearch: string;
  search: string;
  chat: string;
  frames: string;
  faceDetection: string;
  faceMatch: string;
  findMoments: string;
}

export const CRITERION = { name: 'promise', instructions: 'Find promises.' };
/** The smallest picture: one pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Calls as one account. */
export type Call = TestService['call'];

/** Makes one of everything for the account of `call`. Every name contains `word`. Nothing is worked on yet. */
export async function possess(service: TestService, call: Call, word: string): Promise<Possessions> {
  const made = async (path: string, body: object | FormData, key = 'id'): Promise<string> => {
    const answer = await call('POST', path, body);
    expect([200, 201], `${path}: ${answer.text}`).toContain(answer.status);
    const id = (answer.body as unknown as Record<string, string>)[key];
    if (!id) throw new Error(`${path} answers without ${key}: ${answer.text}`);
    return id;
  };
  const form = new FormData();
  form.set('file', new Blob([`fLaC${word}`]), `${word}.flac`);
  const file = await made('/files', form);
  const url = `vau://files/${file}`;
  const segment = await addSegment(service, file, 1, 2);
  const collection = (collection_type: string, more: object = {}) =>
    made('/collections', { name: `${word} ${collection_type}`, collection_type, ...more });
  const described = await collection('media-descriptions');
  const rich = await collection('rich-transcripts');
  const faces = await collection('face-analysis');
  const entities = await collection('entities', { extract_config: { prompt: `people of ${word}` } });
  const moments = await collection('moments');
  for (const id of [described, rich, faces, entities, moments])
    await made(`/collections/${id}/media`, { file_id: file }, 'file_id');
  const criterion = { ...CRITERION, instructions: `Find ${word}.` };
  const frames = await made(`/files/${file}/frames`, { strategy: 'uniform' }, 'frame_extraction_id');
  const webhook = await made('/webhooks', {
    endpoint: `https://${word}.example/hook`,
    subscribed_events: events,
  });
  const answered = { collections: [described] };
  return {
    file,
    segment,
    segmentation: await made(
      `/files/${file}/segmentations`,
      { strategy: 'uniform', uniform_config: { window_seconds: 5 } },
      'segmentation_id',
    ),
    collection: described,
    rich,
    faces,
    entities,
    moments,
    attachment: await made(`/collections/${moments}/moment-criteria`, { criterion }, 'attachment_id'),
    tag: await made('/tags', { file_id: file, label: word, value: word }),
    webhook,
    delivery: await made(`/webhooks/${webhook}/test`, {}),
    share: await made('/share', { file_id: file, title: word, visibility: 'private' }),
    redo: await made(`/collections/${described}/redo`, {}, 'redo_id'),
    extract: await made('/extract', { url, prompt: word }, 'job_id'),
    describe: await made('/describe', { url }, 'job_id'),
    transcribe: await made('/transcribe', { url }, 'job_id'),
    deepSearch: await made('/deepSearch', {
      query: word,
      knowledge_base: { source: 'default' },
      background: true,
    }),
    search: await made('/search', { query: word, scope: 'file', collections: [described] }),
    chat: await made('/chat/completions', {
      model: 'vau-quotes',
      messages: [{ role: 'user', content: word }],
      ...answered,
    }),
    frames,
    faceDetection: await made('/face-detect', { url, frame_extraction_id: frames }, 'face_detection_id'),
    faceMatch: await made(
      '/face-match',
      { source_image: { base64_image: PICTURE }, target_video_url: url },
      'face_match_id',
    ),
    findMoments: await made('/find-moments', { url, criterion }, 'job_id'),
  };
}
