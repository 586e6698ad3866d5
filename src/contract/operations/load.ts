/** Loads one operation without building the schemas of all others, for a fast start-up. */
import type { Operation } from '../operation.ts';
import type { OperationId } from './index.ts';

type Family<Id> = Id extends `${infer Name}.${string}` ? Name : never;
type Operations = Readonly<Record<string, Operation>>;

const files = () => import('./files.ts').then((module) => module.fileOperations);
const media = () => import('./derived/media.ts').then((module) => module.mediaOperations);
const moments = () => import('./derived/moments.ts').then((module) => module.momentOperations);
const faces = () => import('./derived/faces.ts').then((module) => module.faceOperations);
const jobs = () => import('./derived/jobs.ts').then((module) => module.jobOperations);
const searches = () => import('./searches.ts').then((module) => module.searchOperations);
const segmentations = () =>
  import('./derived/segmentations.ts').then((module) => module.segmentationOperations);

/** The module of each family of operations; a missing family does not compile. */
const families: Readonly<Record<Family<OperationId>, () => Promise<Operations>>> = {
  billing: () => import('./billing.ts').then((module) => module.billingOperations),
  chat: searches,
  clip: () => import('./clips.ts').then((module) => module.clipOperations),
  collection: () => import('./collections.ts').then((module) => module.collectionOperations),
  'deep-search': searches,
  describe: jobs,
  entity: media,
  extract: jobs,
  'face-detect': faces,
  'face-detection': media,
  'face-match': faces,
  file: files,
  'find-moments': moments,
  finding: moments,
  frames: () => import('./derived/frames.ts').then((module) => module.frameOperations),
  media,
  'media-description': media,
  moment: moments,
  'moment-criteria': moments,
  query: searches,
  redo: files,
  'rich-transcript': media,
  search: searches,
  segment: segmentations,
  segmentation: segmentations,
  'page-link': () => import('./shares.ts').then((module) => module.pageLinkOperations),
  share: () => import('./shares.ts').then((module) => module.shareOperations),
  tag: () => import('./tags.ts').then((module) => module.tagOperations),
  thumbnail: segmentations,
  transcribe: jobs,
  transcript: files,
  webhook: () => import('./webhooks.ts').then((module) => module.webhookOperations),
};

/** An operation by its id. The schemas of its family are built on the first call. */
export async function loadOperation(id: OperationId): Promise<Operation> {
  const family = id.slice(0, id.indexOf('.')) as Family<OperationId>;
  const operation = (await families[family]())[id];
  if (!operation) throw new Error(`the family ${family} has no operation ${id}`);
  return operation;
}
