import * as z from 'zod';
import { isWholeText } from '../plain.ts';
import { jobStatuses, sortDirections, workStatuses } from './enums.ts';
import { boundsInWords, limits } from './limits.ts';
import { open } from './open.ts';

/** A UUID of any version, in the usual 8-4-4-4-12 form. */
export const uuid = () => z.guid();

/** Unix time in milliseconds. */
export const unixMs = () => z.int().describe('Unix time in milliseconds');

/** Text that is stored and shown unchanged: names, titles, descriptions, queries. */
export const text = () =>
  z.string().refine(isWholeText, 'must not contain NUL or half a character (a lone surrogate)');

/** A name shown in lists. */
export const nameText = () => open(text().min(1).max(limits.nameCharacters));

/** An object without other properties; an error lists the unknown and the allowed ones. */
export const only = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `is unknown; allowed: ${Object.keys(shape).join(', ')}` : undefined,
  });

/** Seconds from the start of the media, 0 or more. */
export const seconds = () => z.number().min(0);

const instants = [z.iso.date(), z.iso.datetime({ offset: true })];

/** A day as YYYY-MM-DD, which means its start in UTC, or a date-time with a zone. */
export const day = () =>
  z.string().check((context) => {
    if (instants.some((form) => form.safeParse(context.value).success)) return;
    const message = `must be a date written YYYY-MM-DD, or a date-time with a zone such as 2026-01-31T12:00:00Z (got ${JSON.stringify(context.value.slice(0, 60))})`;
    context.issues.push({ code: 'custom', message, input: context.value });
  });

/** An http or https URL. */
export const webUrl = () =>
  z.url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' });

/** A media URL: http(s), or the URI of a file in the service. */
export const mediaUrl = () =>
  z
    .url({ error: 'must be an http(s) URL, or the URI of a file' })
    .describe('An http(s) URL, or the URI of a file');

/** User data that the service stores and never interprets. */
export const metadata = () => z.record(z.string(), z.unknown());

/** A width, height or box edge as a fraction of the picture, 0 to 1. */
export const boundingBox = z
  .object({ height: z.number(), width: z.number(), top: z.number(), left: z.number() })
  .meta({ id: 'BoundingBox', description: 'Edges as fractions of the picture, 0 to 1' });

export const jobStatus = () => open(z.enum(jobStatuses));
export const workStatus = () => open(z.enum(workStatuses));

/** `limit` of a list: the page size. */
export const pageLimit = (fallback: number = limits.pageDefault) =>
  z.int().min(1).max(limits.pageMaximum).default(fallback).describe('Maximum number of items to return');

/** `offset` of a list: the number of items to skip. */
const pageOffset = () => z.int().min(0).default(0).describe('Number of items to skip');

/** limit and offset of a list. */
export const page = (fallback?: number) => ({ limit: pageLimit(fallback), offset: pageOffset() });

const inWords = boundsInWords('created');

/** created_before and created_after of a list. */
export const created = {
  created_before: day().optional().describe(inWords.before),
  created_after: day().optional().describe(inWords.after),
};

export const sort = () => z.enum(sortDirections).default('desc').describe('Order of the list');

/** The response of a list: one page of `item`, and the total. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
  });
