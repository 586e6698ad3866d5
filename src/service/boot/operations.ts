import type { Handlers } from '../http/handler.ts';
import { billingHandlers } from '../resources/billing/handlers.ts';
import { chatHandlers } from '../resources/chats/handlers.ts';
import { collectionFileHandlers } from '../resources/collection-files/handlers.ts';
import { collectionHandlers } from '../resources/collections/handlers.ts';
import { deepSearchHandlers } from '../resources/deep-searches/handlers.ts';
import { describeHandlers } from '../resources/describes/handlers.ts';
import { entityHandlers } from '../resources/entities/handlers.ts';
import { extractHandlers } from '../resources/extracts/handlers.ts';
import { faceDetectionHandlers } from '../resources/faces/detections.ts';
import { faceMatchHandlers } from '../resources/faces/matches.ts';
import { fileHandlers } from '../resources/files/handlers.ts';
import { hearingHandlers } from '../resources/files/hearing/handlers.ts';
import { findMomentsHandlers } from '../resources/find-moments/handlers.ts';
import { frameHandlers } from '../resources/frames/handlers.ts';
import { mediaDescriptionHandlers } from '../resources/media-descriptions/handlers.ts';
import { momentCriteriaHandlers } from '../resources/moment-criteria/handlers.ts';
import { momentHandlers } from '../resources/moments/handlers.ts';
import { pageLinkHandlers } from '../resources/page-links/handlers.ts';
import { redoHandlers } from '../resources/redos/handlers.ts';
import { searchHandlers } from '../resources/searches/handlers.ts';
import { segmentationHandlers } from '../resources/segmentations/handlers.ts';
import { segmentHandlers } from '../resources/segmentations/segments.ts';
import { shareHandlers } from '../resources/shares/handlers.ts';
import { tagHandlers } from '../resources/tags/handlers.ts';
import { deliveryHandlers } from '../resources/webhooks/delivery-handlers.ts';
import { webhookHandlers } from '../resources/webhooks/handlers.ts';

/** The handler of every operation in the contract. */
export const handlers: Handlers = {
  ...fileHandlers,
  ...hearingHandlers,
  ...redoHandlers,
  ...collectionHandlers,
  ...collectionFileHandlers,
  ...segmentationHandlers,
  ...segmentHandlers,
  ...shareHandlers,
  ...tagHandlers,
  ...webhookHandlers,
  ...deliveryHandlers,
  ...momentCriteriaHandlers,
  ...momentHandlers,
  ...findMomentsHandlers,
  ...frameHandlers,
  ...faceDetectionHandlers,
  ...faceMatchHandlers,
  ...describeHandlers,
  ...extractHandlers,
  ...entityHandlers,
  ...mediaDescriptionHandlers,
  ...deepSearchHandlers,
  ...searchHandlers,
  ...chatHandlers,
  ...billingHandlers,
  ...pageLinkHandlers,
};
