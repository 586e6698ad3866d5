import { collectionHandlers } from '../resources/collections.ts';
import { deepSearchHandlers } from '../resources/deep-searches.ts';
import { describeHandlers } from '../resources/describes.ts';
import { entityHandlers } from '../resources/entities.ts';
import { extractHandlers } from '../resources/extracts.ts';
import { faceDetectionHandlers } from '../resources/face-detections.ts';
import { faceMatchHandlers } from '../resources/face-matches.ts';
import { fileHandlers } from '../resources/files.ts';
import { frameHandlers } from '../resources/frames.ts';
import { mediaDescriptionHandlers } from '../resources/media-descriptions.ts';
import { memberHandlers } from '../resources/members.ts';
import { searchHandlers } from '../resources/search.ts';
import { segmentationHandlers } from '../resources/segmentations.ts';
import { segmentHandlers } from '../resources/segments.ts';
import { shareHandlers } from '../resources/shares.ts';
import { tagHandlers } from '../resources/tags.ts';
import { unbuiltHandlers } from '../resources/unbuilt.ts';
import { webhookHandlers } from '../resources/webhooks.ts';
import type { Handlers } from './handler.ts';

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
  ...frameHandlers,
  ...faceDetectionHandlers,
  ...faceMatchHandlers,
  ...describeHandlers,
  ...extractHandlers,
  ...entityHandlers,
  ...mediaDescriptionHandlers,
  ...deepSearchHandlers,
  ...searchHandlers,
};
