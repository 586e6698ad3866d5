import * as z from 'zod';
import { tagTypes } from '../enums.ts';
import { text, uuid } from '../scalars.ts';

export const tag = z
  .object({
    id: z.string(),
    label: z.string(),
    value: z.string(),
    type: z.enum(tagTypes),
    file_id: uuid(),
    segment_id: uuid().optional(),
  })
  .meta({ id: 'Tag' });

export const createTagBody = z.object({
  label: text().min(1),
  value: text().min(1),
  file_id: uuid(),
  segment_id: uuid().optional(),
});

export const updateTagBody = createTagBody.pick({ label: true, value: true }).partial();

export type Tag = z.output<typeof tag>;
