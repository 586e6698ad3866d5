/**
 * Every resource of the service, once: what each declares in its `handlers.ts` is bound here to the operations of the
 * contract and to the kinds of jobs. What nobody declares does not compile.
 */

import type { Handlers } from '../../http/handler.ts';
import type { Declarations } from '../../jobs/lifecycle/lifecycle.ts';
import { billing } from '../../resources/billing/handlers.ts';
import { chats } from '../../resources/chats/handlers.ts';
import { clips } from '../../resources/clips/handlers.ts';
import { collectionFiles } from '../../resources/collection-files/handlers.ts';
import { collections } from '../../resources/collections/handlers.ts';
import { deepSearches } from '../../resources/deep-searches/handlers.ts';
import { describes } from '../../resources/describes/handlers.ts';
import { entities } from '../../resources/entities/handlers.ts';
import { extracts } from '../../resources/extracts/handlers.ts';
import { faceDetections } from '../../resources/faces/detection/detections.ts';
import { faceMatches } from '../../resources/faces/match/matches.ts';
import { files } from '../../resources/files/handlers.ts';
import { hearing } from '../../resources/files/hearing/handlers.ts';
import { findMoments } from '../../resources/find-moments/handlers.ts';
import { frames } from '../../resources/frames/handlers.ts';
import { mediaDescriptions } from '../../resources/media-descriptions/handlers.ts';
import { momentCriteria } from '../../resources/moment-criteria/handlers.ts';
import { moments } from '../../resources/moments/handlers.ts';
import { pageLinks } from '../../resources/page-links/handlers.ts';
import { queries } from '../../resources/queries/handlers.ts';
import { redos } from '../../resources/redos/handlers.ts';
import { searches } from '../../resources/searches/handlers.ts';
import { segmentations } from '../../resources/segmentations/handlers.ts';
import { segments } from '../../resources/segmentations/segments.ts';
import { shares } from '../../resources/shares/handlers.ts';
import { tags } from '../../resources/tags/handlers.ts';
import { deliveries } from '../../resources/webhooks/delivery-handlers.ts';
import { webhooks } from '../../resources/webhooks/handlers.ts';

/**
 * The order is that in which rows fail. Describe and extraction jobs stand before segmentations: when a file fails they
 * must fail before the segmentations they may also wait for, so that their error names the file.
 */
const resources = [
  ...[files, clips, hearing],
  ...[describes, extracts, entities, mediaDescriptions],
  ...[segmentations, segments, frames, faceDetections, faceMatches],
  ...[collections, collectionFiles, findMoments, momentCriteria, moments],
  ...[searches, deepSearches, chats, queries, redos],
  ...[shares, tags, webhooks, deliveries, billing, pageLinks],
];

type Declared = (typeof resources)[number];

/** All that any of them has. */
type Together<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

const together = <Part extends object>(parts: readonly Part[]): Together<Part> => Object.assign({}, ...parts);

/** The handler of every operation in the contract. */
export const handlers: Handlers = together(
  resources.map((resource): Declared['handlers'] => resource.handlers),
);

/** The jobs of all resources. */
export const resourceJobs = together(
  resources.flatMap((resource) => ('jobs' in resource ? [resource.jobs] : [])),
);

/** What the jobs of resources work on, and what their rows wait for. No other job works on rows. */
export const declarations: Declarations = Object.fromEntries(
  Object.entries(resourceJobs).map(([kind, { rows }]) => [kind, rows]),
);
