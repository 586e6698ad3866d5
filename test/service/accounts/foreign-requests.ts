import type { OperationId } from '../../../src/contract/index.ts';
import { CRITERION, PICTURE, type Possessions } from './possessions.ts';

type Bodies = Partial<Record<OperationId, (own: Possessions) => readonly object[]>>;

const uri = (file: string) => `vau://files/${file}`;

const mediaJob = (own: Possessions) => [{ url: uri(own.file), segmentation_id: own.segmentation }];

/** Valid bodies: together they fill every place of the operation that takes an id. */
export const bodies: Bodies = {
  'moment-criteria.attach': () => [{ criterion: { ...CRITERION, name: 'another' } }],
  'moment-criteria.estimate': () => [{ criterion: { ...CRITERION, name: 'another' } }],
  'find-moments.estimate': (own) => [{ url: uri(own.file), criterion: CRITERION }],
  'find-moments.create': (own) => [{ url: uri(own.file), criterion: CRITERION }],
  'share.create': (own) => [{ file_id: own.file, file_segment_id: own.segment, visibility: 'public' }],
  'share.update': () => [{ title: 'mine' }],
  'media.add': (own) => [{ file_id: own.file, segmentation_id: own.segmentation }, { url: uri(own.file) }],
  'deep-search.run': (own) => [
    { query: 'x', knowledge_base: { source: 'collections', collections: [own.collection] } },
    { query: 'x', knowledge_base: { source: 'files', files: [own.file] } },
  ],
  'search.run': (own) => [
    { scope: 'file', query: 'x', collections: [own.collection] },
    { scope: 'face', collections: [own.faces], source_image: { url: uri(own.file) } },
    { scope: 'face', collections: [own.faces], source_image: { file_id: own.file } },
  ],
  'query.run': (own) => [{ sql: 'select * from files', collection_id: own.collection }],
  'chat.create': (own) => [
    { model: 'vau-quotes', messages: [{ role: 'user', content: 'x' }], collections: [own.collection] },
  ],
  'page-link.create': (own) => [
    { id: own.file },
    { id: own.collection },
    { id: own.share },
    { id: own.webhook },
  ],
  'file.update': () => [{ filename: 'mine.flac' }],
  'redo.file': () => [{}],
  'redo.collection': () => [{}],
  'redo.estimate': () => [{}],
  'face-match.create': (own) => [
    { source_image: { url: uri(own.file) }, target_video_url: 'https://films.example/a.mp4' },
    {
      source_image: { base64_image: PICTURE },
      target_video_url: uri(own.file),
      face_detection_id: own.faceDetection,
    },
    {
      source_image: { base64_image: PICTURE },
      target_video_url: uri(own.file),
      frame_extraction_id: own.frames,
    },
  ],
  'face-detect.create': (own) => [{ url: uri(own.file), frame_extraction_id: own.frames }],
  'extract.create': (own) => mediaJob(own).map((body) => ({ ...body, prompt: 'x' })),
  'describe.create': mediaJob,
  'transcribe.create': mediaJob,
  'collection.update': () => [{ name: 'mine' }],
  'frames.create': () => [{ strategy: 'uniform' }],
  'tag.create': (own) => [{ file_id: own.file, segment_id: own.segment, label: 'x', value: 'y' }],
  'tag.update': () => [{ label: 'mine', value: 'mine' }],
  'webhook.update': () => [{ endpoint: 'https://mine.example/' }],
  'segmentation.create': () => [{ strategy: 'uniform', uniform_config: { window_seconds: 7 } }],
  'segment.update': () => [{ metadata: { mine: true } }],
};

/** Queries without which an operation refuses every id. */
export const queries: Partial<Record<OperationId, string>> = { 'clip.get': '?start_time=0&end_time=1' };

/** What the parameter of a path identifies: by its name, or where that says too little, by the operation. */
const named: Record<string, keyof Possessions> = {
  file_id: 'file',
  segment_id: 'segment',
  file_segment_id: 'segment',
  segmentation_id: 'segmentation',
  collection_id: 'collection',
  attachment_id: 'attachment',
  tag_id: 'tag',
  webhook_id: 'webhook',
  delivery_id: 'delivery',
  redo_id: 'redo',
  frame_extraction_id: 'frames',
  face_detection_id: 'faceDetection',
  face_match_id: 'faceMatch',
};
const byOperation: Record<string, keyof Possessions> = {
  share: 'share',
  'deep-search': 'deepSearch',
  search: 'search',
  chat: 'chat',
  extract: 'extract',
  describe: 'describe',
  transcribe: 'transcribe',
  'find-moments': 'findMoments',
};
/** Collections of another type than media-descriptions. */
const collectionOf: Record<string, keyof Possessions> = {
  'moment-criteria': 'moments',
  moment: 'moments',
  finding: 'moments',
  entity: 'entities',
  'face-detection': 'faces',
  'rich-transcript': 'rich',
};

/** What a parameter of an operation identifies. @throws for one that this table does not know */
export function meant(operation: string, parameter: string): keyof Possessions {
  const noun = operation.split('.')[0] ?? '';
  const found =
    (parameter === 'collection_id' ? collectionOf[noun] : undefined) ??
    named[parameter] ??
    (parameter === 'id' || parameter === 'job_id' ? byOperation[noun] : undefined);
  if (!found) throw new Error(`say in foreign-requests.ts what ${parameter} of ${operation} identifies`);
  return found;
}
