/** Where each noun's commands are; a module is loaded when its noun is typed. */
import type { Command } from '../model.ts';

interface Module {
  readonly commands: readonly Command[];
}

export const modules: Readonly<Record<string, () => Promise<Module>>> = {
  api: () => import('./api.ts'),
  auth: () => import('./auth.ts'),
  chat: () => import('./chat.ts'),
  collection: () => import('./collection.ts'),
  commands: () => import('./commands.ts'),
  completion: () => import('./completion.ts'),
  config: () => import('./config.ts'),
  'deep-search': () => import('./deep-search.ts'),
  describe: () => import('./describe.ts'),
  doctor: () => import('./doctor.ts'),
  entity: () => import('./entity.ts'),
  extract: () => import('./extract.ts'),
  'face-detect': () => import('./face-detect.ts'),
  'face-match': () => import('./face-match.ts'),
  file: () => import('./file.ts'),
  'find-moments': () => import('./find-moments.ts'),
  frames: () => import('./frames.ts'),
  media: () => import('./media.ts'),
  'media-description': () => import('./media-description.ts'),
  'moment-criteria': () => import('./moment-criteria.ts'),
  probe: () => import('./probe.ts'),
  quickstart: () => import('./quickstart.ts'),
  'rich-transcript': () => import('./rich-transcript.ts'),
  schema: () => import('./schema.ts'),
  segmentation: () => import('./segmentation.ts'),
  segments: () => import('./segments.ts'),
  serve: () => import('./serve.ts'),
  service: () => import('./service.ts'),
  setup: () => import('./setup.ts'),
  share: () => import('./share.ts'),
  tag: () => import('./tag.ts'),
  wait: () => import('./wait.ts'),
  webhook: () => import('./webhook.ts'),
};
