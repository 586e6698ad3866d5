/** Checks that the requested profile exists. */
import type { Settings } from '../../../config/settings.ts';
import { UsageError } from '../../errors/errors.ts';
import { closest } from '../../errors/nearest.ts';

/**
 * Refuses a named profile that does not exist. Without a name, no profile is needed. @throws UsageError that
 * lists the profiles and suggests the most similar one
 */
export function requireProfile(settings: Settings): void {
  const { value, source, where } = settings.profile;
  if (source === 'default' || !value || hasProfile(settings, value)) return;
  throw noProfile(settings, value, where);
}

/**
 * Like requireProfile, but allows a missing profile in the configuration: for commands that show and repair
 * it.
 */
export function requireAskedProfile(settings: Settings): void {
  if (settings.profile.source !== 'file') requireProfile(settings);
}

/** Whether the configuration has a profile with that name. */
export const hasProfile = ({ document }: Settings, name: string): boolean =>
  Object.hasOwn(document.profiles ?? {}, name);

/** The error for a missing profile. @param where its source: a flag, a variable, a file */
export function noProfile({ document, file }: Settings, name: string, where?: string): UsageError {
  const names = Object.keys(document.profiles ?? {});
  const near = closest(name, names);
  const there =
    names.length > 0 ? `The profiles are: ${names.join(', ')}.` : `${file} contains no profiles yet.`;
  return new UsageError(`Profile ${name} does not exist${where ? ` (named by ${where})` : ''}`, {
    hint: near ? `Did you mean ${near}? ${there}` : there,
    next: `vau auth login --profile ${name}`,
  });
}
