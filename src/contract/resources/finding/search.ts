/**
 * Schemas of what looks for something: searches, deep searches, chats, moments and queries, each with the body of its
 * request and what it answers; and the filters that narrow them.
 */

import * as z from 'zod';
import {
  searchGroupKeys,
  searchModalities,
  searchScopes,
  searchSorts,
  tagModalities,
} from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { boundingBox, mediaUrl, text, unixMs, uuid } from '../../values/scalars.ts';
import { gapsOfAnswer } from '../gap.ts';
import { describedParts } from '../parts.ts';
import { tag } from '../tag.ts';
import { mediaAddress, searchResult } from './deep-search.ts';
import { filter } from './filter.ts';
import { moment } from './moment.ts';

const base64 = () => z.string().min(1).optional();

/** The face to find, or the picture to find the like of. `base64` is another name for base64_image. */
const searchImage = z
  .object({
    url: mediaUrl().optional(),
    base64_image: base64(),
    base64: base64(),
    file_id: uuid().optional().describe('The frame of this file at time; an addition of this service'),
    time: z.number().min(0).optional().describe('Seconds from the start of file_id; default 0'),
  })
  .refine(
    ({ time: _, ...image }) => Object.values(image).filter((given) => given !== undefined).length === 1,
    {
      message: 'needs exactly one of url, base64_image and file_id',
    },
  )
  .refine(({ file_id, time }) => time === undefined || file_id !== undefined, {
    path: ['time'],
    message: 'needs file_id: it is a second of that file',
  });

const { min, max, default: usual } = limits.searchResults;

const fields = z.object({
  scope: open(z.enum(searchScopes)),
  collections: z.array(uuid()).min(1),
  query: text().trim().min(1).optional(),
  source_image: searchImage.optional(),
  limit: open(z.int().min(min).max(max)).default(usual),
  filter: filter.optional(),
  threshold: open(z.number().min(limits.searchThreshold.min).max(limits.searchThreshold.max)).optional(),
  search_modalities: z
    .array(open(z.enum(searchModalities)))
    .min(1)
    .max(limits.searchModalities)
    .optional(),
  label_filters: z.array(text().min(1)).min(1).max(limits.labelFilters).optional(),
  group_by_key: open(z.enum(searchGroupKeys)).optional(),
  sort_by: open(z.enum(searchSorts)).default('score'),
});

type SearchFields = z.output<typeof fields>;

/** Whether a search finds what looks like a picture; with scope face it finds a person. */
const looksAlike = (scope: SearchFields['scope'], picture: SearchFields['source_image']): boolean =>
  picture !== undefined && (scope === 'segment' || scope === 'file');

/** Field combinations that are refused: the condition, the field and the message. */
const rules: readonly [(search: SearchFields) => boolean, keyof SearchFields, string][] = [
  [
    ({ scope, query, source_image }) => scope !== 'face' && query === undefined && !source_image,
    'query',
    'is required, or source_image to find what looks like it',
  ],
  [
    ({ scope, source_image }) => scope === 'moment' && source_image !== undefined,
    'source_image',
    'cannot be given with scope moment: moments are found by a query',
  ],
  [
    ({ scope, query, source_image }) => looksAlike(scope, source_image) && query !== undefined,
    'query',
    'cannot be given with source_image: a search finds what a query says or what looks like a picture',
  ],
  [
    ({ scope, search_modalities: named, source_image }) =>
      looksAlike(scope, source_image) && named !== undefined,
    'search_modalities',
    'cannot be given with source_image: only pictures are compared',
  ],
  [
    ({ scope, source_image }) => scope === 'face' && !source_image,
    'source_image',
    'is required with scope face',
  ],
  [
    ({ scope, group_by_key }) => scope === 'file' && group_by_key !== undefined,
    'group_by_key',
    'cannot be given with scope file: each result is a file already',
  ],
  [
    ({ sort_by, group_by_key }) => sort_by === 'item_count' && group_by_key === undefined,
    'sort_by',
    'item_count needs group_by_key: only groups have items',
  ],
  [
    ({ scope, search_modalities: named }) => scope !== 'file' && named?.includes('doc_lexical') === true,
    'search_modalities',
    'doc_lexical needs scope file',
  ],
  [
    ({ label_filters, search_modalities: named = [] }) =>
      label_filters !== undefined && !tagModalities.some((modality) => named.includes(modality)),
    'label_filters',
    `needs one of ${tagModalities.join(', ')} in search_modalities`,
  ],
];

export const searchBody = fields.check((context) => {
  for (const [applies, field, message] of rules)
    if (applies(context.value))
      context.issues.push({ code: 'custom', path: [field], message, input: context.value });
});

const keyframe = z.object({ time: z.number(), thumbnail_url: z.string() });

/** A file or segment in the results; a segment has its contents, if results are not grouped. */
const foundItem = searchResult
  .extend({
    speech: describedParts.speech.optional(),
    scene_text: describedParts.scene_text.optional(),
    visual_description: describedParts.visual_scene_description.optional(),
    keyframes: z.array(keyframe).optional(),
    tag: tag.pick({ id: true, label: true, value: true }).optional().describe('The tag that matched'),
  })
  .meta({ id: 'FoundItem' });

const foundFace = z
  .object({
    type: z.literal('face'),
    id: uuid(),
    file_id: uuid(),
    collection_id: uuid(),
    face_id: uuid(),
    frame_id: uuid(),
    score: z.number().describe('0 to 1; the same person scores 0.5 or more'),
    timestamp: z.number(),
    face_bounding_box: boundingBox,
    thumbnail_url: z.string().optional(),
  })
  .meta({ id: 'FoundFace' });

const foundMoment = moment
  .extend({
    type: z.literal('moment'),
    id: uuid(),
    file_id: uuid(),
    collection_id: uuid(),
    score: z.number().describe('0 to 1: the share of the query that the moment has'),
    search_score: z.number().describe('The same, by the name that clients of this interface family read'),
    context: z.string().describe('The quotes that the moment rests on'),
    filename: z.string(),
    media_url: mediaAddress().optional(),
    criterion_name: z.string(),
    job_id: z.string(),
  })
  .meta({ id: 'FoundMoment' });

/** The results in one file, best first. */
const group = <const Type extends string, Item extends z.ZodType>(type: Type, item: Item) =>
  z.object({
    type: z.literal(type),
    file_id: uuid(),
    item_count: z.int(),
    best_score: z.number(),
    matched_items: z.array(item),
  });

const searchItem = z.union([
  foundItem,
  foundFace,
  foundMoment,
  group('segment_group', foundItem).meta({ id: 'SegmentGroup' }),
  group('face_group', foundFace).meta({ id: 'FaceGroup' }),
  group('moment_group', foundMoment).meta({ id: 'MomentGroup' }),
]);

export const search = z
  .object({
    id: uuid(),
    object: z.literal('search'),
    created_at: unixMs(),
    query: z.string().optional(),
    scope: z.enum(searchScopes),
    group_by_key: z.enum(searchGroupKeys).optional(),
    results: z.array(searchItem),
    total: z.int().describe('Number of stored results: at most the limit of the search'),
    limit: z.int(),
    offset: z.int().optional(),
    ...gapsOfAnswer,
  })
  .meta({ id: 'Search' });

export type Search = z.output<typeof search>;
export type SearchItem = z.output<typeof searchItem>;
export type FoundItem = z.output<typeof foundItem>;
export type FoundFace = z.output<typeof foundFace>;
export type FoundMoment = z.output<typeof foundMoment>;
