/**
 * The operations of the API, one file for each family: method, path, schemas of what comes in and goes out, and what
 * each may refuse. load.ts and outline.ts give one operation without building the schemas of the others.
 */

import type * as z from 'zod';
import type { Operation } from '../operation.ts';
import { billingOperations } from './billing.ts';
import { clipOperations } from './clips.ts';
import { collectionOperations } from './collections.ts';
import { faceOperations } from './derived/faces.ts';
import { frameOperations } from './derived/frames.ts';
import { jobOperations } from './derived/jobs.ts';
import { mediaOperations } from './derived/media.ts';
import { momentOperations } from './derived/moments.ts';
import { segmentationOperations } from './derived/segmentations.ts';
import { fileOperations } from './files.ts';
import { searchOperations } from './searches.ts';
import { pageLinkOperations, shareOperations } from './shares.ts';
import { tagOperations } from './tags.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation of the API by its id. */
export const operations = {
  ...momentOperations,
  ...shareOperations,
  ...mediaOperations,
  ...searchOperations,
  ...fileOperations,
  ...clipOperations,
  ...faceOperations,
  ...jobOperations,
  ...collectionOperations,
  ...frameOperations,
  ...tagOperations,
  ...webhookOperations,
  ...segmentationOperations,
  ...billingOperations,
  ...pageLinkOperations,
};

type Operations = typeof operations;
export type OperationId = keyof Operations;

type Body<Id extends OperationId> = Operations[Id] extends { body: infer B extends z.ZodType }
  ? B
  : z.ZodUndefined;

/** Path parameters of an operation. */
export type ParamsOf<Id extends OperationId> = z.output<Operations[Id]['params']>;
/** Query parameters after the check, defaults applied. */
export type QueryOf<Id extends OperationId> = z.output<Operations[Id]['query']>;
/** Query parameters as a client passes them. */
export type QueryInput<Id extends OperationId> = z.input<Operations[Id]['query']>;
/** Body after the check, defaults applied. */
export type BodyOf<Id extends OperationId> = z.output<Body<Id>>;
/** Body as a client passes it. */
export type BodyInput<Id extends OperationId> = z.input<Body<Id>>;
/** The success response. */
export type AnswerOf<Id extends OperationId> = z.output<Operations[Id]['answer']>;

/** Every operation id; the documented ones are in the order of the API reference. */
export const operationIds = Object.keys(operations) as OperationId[];

/** An operation by its id, without its literal types. */
export const operationOf = (id: OperationId): Operation => operations[id];
