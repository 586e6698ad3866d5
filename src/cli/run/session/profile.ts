/** The profile that was asked for has to be there. */
import type { Settings } from '../../../config/settings.ts';
import { UsageError } from '../../errors/errors.ts';
import { closest } from '../../errors/nearest.ts';

/**
 * Refuses a profile that is named and is not there. Where none is named, there need not be one.
 * @throws UsageError that lists the profiles, and says which was probably meant
 */
export function requireProfile(settings: Settings): void {
  const { value, source, where } = settings.profile;
  if (source === 'default' || !value || hasProfile(settings, value)) return;
  throw noProfile(settings, value, where);
}

/** As requireProfile, but the configuration may name one that is gone: for the commands that show and mend that. */
export function requireAskedProfile(settings: Settings): void {
  if (settings.profile.source !== 'file') requireProfile(settings);
}

/** Whether the configuration holds a profile of that name. */
export const hasProfile = ({ document }: Settings, name: string): boolean =>
  Object.hasOwn(document.profiles ?? {}, name);

/**
 * The error for a profile that is not there.
 * @param where what named it: a flag, a variable, a file
 */
export function noProfile({ document, file }: Settings, name: string, where?: string): UsageError {
  const names = Object.keys(document.profiles ?? {});
  const near = closest(name, names);
  const there =
    names.length > 0 ? `The profiles are: ${names.join(', ')}.` : `${file} holds no profiles yet.`;
  return new UsageError(`There is no profile ${name}${where ? ` (named by ${where})` : ''}`, {
    hint: near ? `Did you mean ${near}? ${there}` : there,
    next: `vau auth login --profile ${name}`,
  });
}
