/** The API as data. Everything else is derived from it. */

export * from './check.ts';
export { openapi } from './openapi/openapi.ts';
export {
  type BodyType,
  type Effect,
  effectOf,
  type Method,
  type Operation,
  type Scope,
  scopeOf,
  scopes,
} from './operation.ts';
export * from './operations/index.ts';
export { isWholeText } from './plain.ts';
export * from './problem.ts';
export * from './query.ts';
export * from './resources/billing.ts';
export * from './resources/collection.ts';
export * from './resources/derived/criterion.ts';
export * from './resources/derived/extract-config.ts';
export * from './resources/derived/face.ts';
export * from './resources/derived/frames.ts';
export * from './resources/derived/segmentation.ts';
export * from './resources/description.ts';
export * from './resources/extract.ts';
export * from './resources/file.ts';
export * from './resources/finding/chat.ts';
export * from './resources/finding/deep-search.ts';
export * from './resources/finding/filter.ts';
export * from './resources/finding/moment.ts';
export * from './resources/finding/query.ts';
export * from './resources/finding/search.ts';
export * from './resources/gap.ts';
export * from './resources/hearing.ts';
export * from './resources/parts.ts';
export * from './resources/redo.ts';
export * from './resources/share.ts';
export * from './resources/tag.ts';
export * from './resources/webhook.ts';
export * from './resumable.ts';
export * from './schemas/criterion-rules.ts';
export { type CriterionCode, criterionCodes } from './schemas/criterion-rules.ts';
export * from './schemas/extract-schema.ts';
export { schemaMeant } from './schemas/extract-shorthand.ts';
export * from './schemas/moment-schema.ts';
export * from './values/enums.ts';
export * from './values/events.ts';
export * from './values/limits.ts';
export * from './values/scalars.ts';
export * from './version.ts';
