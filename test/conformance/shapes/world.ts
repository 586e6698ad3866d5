/** A small world for a walk over the contract: at least one of everything that can be made, over tiny real media. */
import { expect } from 'vitest';
import { FILM, facePicture, facesFilm, haveFaces } from '../../service/resources/faces/photographs.ts';
import { makeAudio, makeImage, makeVideo } from '../../support/film.ts';
import type { Served } from '../../support/served.ts';

const SUBTITLES = `WEBVTT

00:00:00.200 --> 00:00:01.400
<v Ada>Jane Doe leaves the harbour at noon.

00:00:01.600 --> 00:00:02.600
<v Ben>Nobody was on board the ferry.
`;

/** Windows of a second: a film of three has three segments. */
const EACH_SECOND = {
  strategy: 'uniform',
  uniform_config: { window_seconds: 1 },
  keyframe_config: { frames_per_segment: 1 },
};

export interface World {
  readonly service: Served;
  /** Ids of a film with speech, of a sound, and of a film to take things from and give them back. */
  readonly film: string;
  readonly sound: string;
  readonly segment: string;
  readonly segmentation: string;
  /** A collection of each type; all hold the film, and the one for moments has a criterion. */
  readonly collections: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      | 'describe'
      | 'transcribe'
      | 'extract'
      | 'findMoments'
      | 'frames'
      | 'detection'
      | 'match'
      | 'deepSearch'
      | 'search'
      | 'chat',
      string
    >
  >;
  readonly share: string;
  readonly tag: string;
  readonly webhook: string;
  readonly delivery: string;
  /** A picture of one face, as base64; of no face where there are no photographs. */
  readonly face: string;
  /** Sends a request that must succeed. @returns what it answers */
  post(where: string, body: object): Promise<Ids>;
}

/** The identifiers that answers carry. */
interface Ids {
  readonly id: string;
  readonly job_id: string;
  readonly segmentation_id: string;
  readonly frame_extraction_id: string;
  readonly face_detection_id: string;
  readonly face_match_id: string;
  readonly redo_id: string;
  readonly data: { readonly segments: { readonly id: string }[] };
}

/** The film's address in other calls. */
export const uriOf = (id: string): string => `vau://files/${id}`;

/** What the film is searched for. */
const CRITERION = { name: 'departure', instructions: 'Somebody leaves the harbour.' };

const CONFIGS: Readonly<Record<string, object>> = {
  'media-descriptions': {},
  'rich-transcripts': { transcribe_config: { enable_speech: true } },
  entities: {
    extract_config: {
      prompt: 'people',
      enable_video_level_entities: true,
      enable_segment_level_entities: true,
    },
  },
  'face-analysis': {},
  metadata: {},
  moments: { moments_config: { criteria: [{ criterion: CRITERION, min_duration_seconds: 1 }] } },
};

/** Makes it, and waits until all of it is done. */
export async function makeWorld(service: Served): Promise<World> {
  const post = async (where: string, body: object): Promise<Ids> => {
    const answer = await service.call('POST', where, body);
    expect(answer.status, `${where}: ${answer.text}`).toBe(200);
    return JSON.parse(answer.text) as Ids;
  };
  const subtitles = { subtitles: new Blob([SUBTITLES]) };
  const bytes = haveFaces ? await facesFilm(['sample1.jpg']) : await makeVideo(FILM.secondsEach);
  const film = (await service.upload(bytes, 'film.mp4', { ...subtitles, metadata: '{"show":"harbour"}' }))
    .body.id;
  const sound = (await service.upload(await makeAudio(4), 'sound.wav', subtitles)).body.id;
  await service.drain();
  const { segmentation_id: segmentation } = await post(`/files/${film}/segmentations`, EACH_SECOND);
  await service.drain();
  const cut = await service.call('GET', `/segmentations/${segmentation}`);
  const segment = cut.body.data.segments[0]?.id ?? '';
  const collections: Record<string, string> = {};
  for (const [collection_type, config] of Object.entries(CONFIGS))
    collections[collection_type] = (
      await post('/collections', { name: collection_type, collection_type, ...config })
    ).id;
  for (const id of Object.values(collections))
    await post(`/collections/${id}/media`, { file_id: film, segmentation_id: segmentation });
  const texts = collections['media-descriptions'] ?? '';
  await post(`/collections/${texts}/media`, { file_id: sound });
  // The collections make what they need first: what is made after it is not theirs.
  await service.drain();
  const face = (haveFaces ? await facePicture(0, 0) : await makeImage()).toString('base64');
  const url = uriOf(film);
  const quick = { enable_scene_text: false, segmentation_id: segmentation };
  const jobs = {
    describe: (await post('/describe', { url, ...quick })).job_id,
    transcribe: (await post('/transcribe', { url, segmentation_id: segmentation })).job_id,
    extract: (await post('/extract', { url, prompt: 'people', segmentation_id: segmentation })).job_id,
    findMoments: (await post('/find-moments', { url, criterion: CRITERION })).job_id,
    frames: (await post(`/files/${film}/frames`, { strategy: 'uniform' })).frame_extraction_id,
    detection: (await post('/face-detect', { url })).face_detection_id,
    match: (await post('/face-match', matchBody(face, url))).face_match_id,
  };
  const share = (await post('/share', { file_id: film })).id;
  const tag = (await post('/tags', { label: 'topic', value: 'tides', file_id: film })).id;
  await post('/tags', { label: 'scene', value: 'fog', file_id: film, segment_id: segment });
  // Nothing listens there: the delivery fails at once, and has an attempt to show.
  const receiver = { endpoint: 'http://127.0.0.1:9/hook', subscribed_events: ['file.job.failed'] };
  const webhook = (await post('/webhooks', receiver)).id;
  const delivery = (await post(`/webhooks/${webhook}/test`, {})).id;
  await post('/webhooks', {});
  await service.drain();
  const query = { query: 'harbour', collections: [texts] };
  const search = (await post('/search', { scope: 'segment', ...query })).id;
  const knowledge_base = { source: 'collections', collections: [texts] };
  const deepSearch = (await post('/deepSearch', { query: 'When is noon?', knowledge_base })).id;
  const messages = [{ role: 'user', content: 'Who leaves the harbour?' }];
  const chat = (await post('/chat/completions', { model: 'any', messages, collections: [texts] })).id;
  const made = { film, sound, segment, segmentation, collections, share, tag, webhook, delivery, face, post };
  return { service, ...made, jobs: { ...jobs, deepSearch, search, chat } };
}

/** Looking for a face in a film. */
export const matchBody = (face: string, url: string) => ({
  source_image: { base64_image: face },
  target_video_url: url,
});
