import * as z from 'zod';
import { tagTypes } from '../values/enums.ts';
import { text, uuid } from '../values/scalars.ts';

/** The fields of a tag that can be changed. */
const own = { label: text().min(1), value: text().min(1) };

/** What a tag is attached to. */
const target = { file_id: uuid(), segment_id: uuid().optional() };

export const tag = z
  .object({ id: z.string(), ...own, type: z.enum(tagTypes), ...target })
  .meta({ id: 'Tag' });

export const createTagBody = z.object({ ...own, ...target });

export const updateTagBody = z.object(own).partial();

export type Tag = z.output<typeof tag>;
