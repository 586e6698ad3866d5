import type { Document } from '../../config/index.ts';
import { defaultProfile } from '../../config/index.ts';

/** The profile that points at the embedded service. */
export const localProfile = 'local';

/** Whether the user has chosen a service already: a profile by name, or a base address in the default one. */
export function hasChosen(document: Document): boolean {
  return document.profile !== undefined || document.profiles?.[defaultProfile]?.base_url !== undefined;
}

/**
 * The configuration with the `local` profile pointing at this service. It becomes the profile in use only where none
 * was chosen. Other profiles stay as they are. Without a token the present one is kept.
 */
export function withLocalProfile(
  document: Document,
  service: { url: string; token?: string | undefined },
): Document {
  const present = document.profiles?.[localProfile];
  const kept = { ...present, base_url: service.url, ...(service.token ? { token: service.token } : {}) };
  const profiles = { ...document.profiles, [localProfile]: kept };
  return hasChosen(document) ? { ...document, profiles } : { ...document, profile: localProfile, profiles };
}
