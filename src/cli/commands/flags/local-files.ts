/** Flags of commands that upload local files. */
import { many, text, toggle } from '../../model/values.ts';

export const localFlags = {
  recursive: toggle('Also upload what is in subfolders', { local: true }),
  include: many(text('Only these files of folders', { placeholder: 'PATTERN', local: true })),
  exclude: many(text('Not these files of folders', { placeholder: 'PATTERN', local: true })),
  inPlace: toggle(
    "Read the files where they are on the service's machine, without a copy (embedded service only)",
    {
      local: true,
    },
  ),
  again: toggle('Also send content that the service has already', { local: true }),
} as const;
