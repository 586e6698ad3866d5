import { accounts } from './0001-accounts.ts';
import { media } from './0002-media.ts';
import { results } from './0003-results.ts';
import { work } from './0004-work.ts';
import { understanding } from './0005-understanding.ts';
import { again } from './0006-again.ts';
import { describes } from './0007-describes.ts';
import { faces } from './0008-faces.ts';
import { progress } from './0009-progress.ts';
import { outlines } from './0010-outlines.ts';
import { extractions } from './0011-extractions.ts';
import { webhookEndpoints } from './0012-webhook-endpoints.ts';
import { transcribes } from './0013-transcribes.ts';
import { unfinished } from './0014-unfinished.ts';
import { segmentThumbnails } from './0015-segment-thumbnails.ts';
import { searches } from './0016-searches.ts';
import { turns } from './0017-turns.ts';
import { analysed } from './0018-analysed.ts';
import { lists } from './0019-lists.ts';
import { names } from './0020-names.ts';
import { deletions } from './0021-deletions.ts';
import { fileValues } from './0022-file-values.ts';
import { places } from './0023-places.ts';
import { pages } from './0024-pages.ts';
import { scopeEnds } from './0025-scope-ends.ts';
import { removals } from './0026-removals.ts';
import { passages } from './0027-passages.ts';
import { chats } from './0028-chats.ts';
import { hearing } from './0029-hearing.ts';
import { confidence } from './0030-confidence.ts';
import { moments } from './0031-moments.ts';
import { redos } from './0032-redos.ts';
import { scopes } from './0033-scopes.ts';
import { ledgerEntries } from './0034-ledger-entries.ts';
import { deliveries } from './0035-deliveries.ts';
import { lookups } from './0036-lookups.ts';
import { pageLinks } from './0037-page-links.ts';
import { uploads } from './0038-uploads.ts';
import { documentSpans } from './0039-document-spans.ts';
import { outdated } from './0040-outdated.ts';
import { voicesOfSpeakers } from './0041-voices.ts';
import { pictures } from './0042-pictures.ts';
import { encoderScale } from './0043-encoder-scale.ts';
import { voiceNames } from './0044-voice-names.ts';
import { encoderComplete } from './0045-encoder-complete.ts';
import { gaps } from './0046-gaps.ts';
import { deletedDeepSearches } from './0047-deleted-deep-searches.ts';
import type { Migration } from './migration.ts';

export type { Migration };

/** All migrations, by version. */
export const migrations: readonly Migration[] = [
  accounts,
  media,
  results,
  work,
  understanding,
  again,
  describes,
  faces,
  progress,
  outlines,
  extractions,
  webhookEndpoints,
  transcribes,
  unfinished,
  segmentThumbnails,
  searches,
  turns,
  analysed,
  lists,
  names,
  deletions,
  fileValues,
  places,
  pages,
  scopeEnds,
  removals,
  passages,
  chats,
  hearing,
  confidence,
  moments,
  redos,
  scopes,
  ledgerEntries,
  deliveries,
  lookups,
  pageLinks,
  uploads,
  documentSpans,
  outdated,
  voicesOfSpeakers,
  pictures,
  encoderScale,
  voiceNames,
  encoderComplete,
  gaps,
  deletedDeepSearches,
];
