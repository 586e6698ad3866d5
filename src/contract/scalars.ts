import * as z from 'zod';
import { jobStatuses, sortDirections, workStatuses } from './enums.ts';
import { limits } from './limits.ts';

/** A UUID of any version, in the usual 8-4-4-4-12 form. */
export const uuid = () => z.guid();

/** Unix time in milliseconds. */
export const unixMs = () => z.int().describe('Unix time in milliseconds');

/** Whether a text is whole: without NUL and without half of a surrogate pair, which not every store and reader keeps. */
export const isWholeText = (value: string) => !/[\0\p{Cs}]/u.test(value);

/** Text that is kept and shown as it was given: names, titles, descriptions, what is searched for. */
export const text = () =>
  z.string().refine(isWholeText, 'must not hold NUL or half a character (a lone surrogate)');

/** A name that something is listed by. */
export const nameText = () => text().min(1).max(limits.nameCharacters);

/** An object that takes no other properties; what it refuses is named, with those it takes. */
export const only = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `is not known here; allowed: ${Object.keys(shape).join(', ')}`
        : undefined,
  });

/** Seconds from the start of the media, 0 or more. */
export const seconds = () => z.number().min(0);

const instants = [z.iso.date(), z.iso.datetime({ offset: true })];

/** A day as YYYY-MM-DD, which stands for its beginning in UTC, or a date-time with a zone. */
export const day = () =>
  z.string().check((context) => {
    if (instants.some((form) => form.safeParse(context.value).success)) return;
    const message = `must be a date written YYYY-MM-DD, or a date-time with a zone such as 2026-01-31T12:00:00Z (got ${JSON.stringify(context.value.slice(0, 60))})`;
    context.issues.push({ code: 'custom', message, input: context.value });
  });

/** An http or https address. */
export const webUrl = () =>
  z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' });

/** Where a url is taken: an http(s) address, or the uri of a file the service knows. */
export const mediaUrl = () =>
  z
    .url({ error: 'must be an http(s) URL, or the uri of a file' })
    .describe('An http(s) URL, or the uri of a file');

/** User-given data that the service keeps and never interprets. */
export const metadata = () => z.record(z.string(), z.unknown());

/** A width, height or box edge as a fraction of the picture, 0 to 1. */
export const boundingBox = z
  .object({ height: z.number(), width: z.number(), top: z.number(), left: z.number() })
  .meta({ id: 'BoundingBox', description: 'Edges as fractions of the picture, 0 to 1' });

export const jobStatus = () => z.enum(jobStatuses);
export const workStatus = () => z.enum(workStatuses);

/** `limit` of a list: how many items a page holds. */
export const pageLimit = (fallback: number = limits.pageDefault) =>
  z.int().min(1).max(limits.pageMaximum).default(fallback).describe('Most items to return');

/** `offset` of a list: how many items to skip. */
const pageOffset = () => z.int().min(0).default(0).describe('Items to skip');

/** limit and offset, as nearly every list takes them. */
export const page = (fallback?: number) => ({ limit: pageLimit(fallback), offset: pageOffset() });

/** created_before and created_after, as nearly every list takes them. */
export const created = {
  created_before: day()
    .optional()
    .describe('Only those created before this day (YYYY-MM-DD, UTC) or date-time'),
  created_after: day()
    .optional()
    .describe('Only those created after this day (YYYY-MM-DD, UTC) or date-time'),
};

export const sort = () => z.enum(sortDirections).default('desc').describe('Order of the list');

/** The answer of a list: one page of `item` and how many match in all. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
  });
