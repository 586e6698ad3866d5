import type { Context } from 'hono';
import type { ServiceContext } from '../context/context.ts';
import { unsupportedMedia } from '../errors.ts';
import type { AppEnv } from '../http/access/env.ts';
import { readWhole } from '../http/bodies/body.ts';

/** Largest form of a page, in bytes. */
const FORM_BYTES = 4096;

/** The fields of a form that a page sent. @throws 413 if it is too large, 415 if it is not a form */
export async function readForm(ctx: ServiceContext, c: Context<AppEnv>): Promise<URLSearchParams> {
  const body = await readWhole(c.req.raw, { most: FORM_BYTES, graceMs: ctx.config.bodyGraceMs });
  const type = c.req.header('content-type') ?? '';
  if (body.length > 0 && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a form of type ${type.slice(0, 100)}`, 'application/x-www-form-urlencoded');
  return new URLSearchParams(body.toString());
}
