import { collectionHandlers } from '../resources/collections.ts';
import { fileHandlers } from '../resources/files.ts';
import { memberHandlers } from '../resources/members.ts';
import { segmentationHandlers } from '../resources/segmentations.ts';
import { segmentHandlers } from '../resources/segments.ts';
import { shareHandlers } from '../resources/shares.ts';
import { tagHandlers } from '../resources/tags.ts';
import { unbuiltHandlers } from '../resources/unbuilt.ts';
import { webhookHandlers } from '../resources/webhooks.ts';
import type { Handlers } from './handler.ts';
import { notBuilt } from './handler.ts';

/** Every operation of the contract with what answers it. */
export const handlers: Handlers = {
  ...fileHandlers,
  ...collectionHandlers,
  ...memberHandlers,
  ...segmentationHandlers,
  ...segmentHandlers,
  ...shareHandlers,
  ...tagHandlers,
  ...webhookHandlers,
  ...unbuiltHandlers,
  'media-description.get': notBuilt('media descriptions'),
  'media-description.list': notBuilt('media descriptions'),
  'rich-transcript.get': notBuilt('rich transcripts'),
  'rich-transcript.list': notBuilt('rich transcripts'),
  'deep-search.run': notBuilt('deep search'),
  'deep-search.list': notBuilt('deep search'),
  'deep-search.get': notBuilt('deep search'),
  'deep-search.cancel': notBuilt('deep search'),
  'deep-search.delete': notBuilt('deep search'),
  'search.run': notBuilt('search'),
  'search.list': notBuilt('search'),
  'search.get': notBuilt('search'),
};
