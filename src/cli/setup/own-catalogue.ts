/** The form of a catalogue of the user's own, for models on a mirror. */
import * as z from 'zod';
import { entryNames } from './catalogue/index.ts';

const word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/, 'must be letters, digits and ._+-');
/** A path below a folder; no part is `..`. */
const below = z
  .string()
  .regex(/^(?!\.{1,2}(\/|$))[^/\\:]+(\/(?!\.{1,2}(\/|$))[^/\\:]+)*$/, 'must be a path inside the archive');
const bytes = z.number().int().min(0);
const sum = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const archive = z.object({
  name: z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, 'must be the name of a package'),
  version: word,
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'must be a hash such as sha512-…'),
});

const entry = z.object({
  name: z.enum(entryNames),
  model: word,
  kind: word,
  title: z.string(),
  languages: z.array(z.string()),
  licence: z.string(),
  terms: z.string(),
  downloads: z
    .array(
      z.object({
        from: z.union([z.string().regex(/^https?:\/\//, 'must be an http or https URL'), archive]),
        bytes,
        approximate: z.boolean().optional(),
        sha256: sum.optional(),
        archive: z.enum(['tar.bz2', 'tar.gz']).optional(),
        keep: z.array(below).min(1),
        folder: below.optional(),
        sums: z.record(below, sum).optional(),
      }),
    )
    .min(1),
  disk: bytes,
  memory: bytes,
  speed: z.enum(['fast', 'medium', 'slow']),
  quality: z.string(),
  packages: z.array(z.string()),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  preferred: z.boolean().optional(),
  unasked: z.boolean().optional(),
});

const tree = z.object({
  name: archive.shape.name,
  version: word,
  licence: z.string(),
  bytes,
  tree: z.array(archive.extend({ at: below, platform: z.string().optional() })).min(1),
});

/** Models and package trees, as `src/cli/setup/catalogue/entry.ts` describes them. */
export const catalogueSchema = z.object({
  models: z.array(entry),
  packages: z.array(tree).default([]),
});
