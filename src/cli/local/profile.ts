/** Which profile points at the embedded service of a data folder: each folder has one of its own. */
import path from 'node:path';
import { type Document, dataFolder, defaultProfile } from '../../config/index.ts';

/** The profile of the usual data folder, where nothing else has that name. */
const localProfile = 'local';

/** A data folder, and whether it is the one that is used when none is named. */
export interface ServedFolder {
  readonly dataDir: string;
  readonly usual: boolean;
}

/** How a service answers: its address and, when one was made now, a token. */
interface Service {
  readonly url: string;
  readonly token?: string | undefined;
}

export function servedFolder(dataDir: string, env: NodeJS.ProcessEnv): ServedFolder {
  return { dataDir, usual: dataDir === dataFolder(env) };
}

/** Whether the user has chosen a service already: a profile by name, or a base address in the default one. */
export function hasChosen(document: Document): boolean {
  return document.profile !== undefined || document.profiles?.[defaultProfile]?.base_url !== undefined;
}

/**
 * The name of the profile for a data folder: the one that was written for it, as long as it has the address that was
 * written; else the first free name, `local` for the usual folder, that of the folder for others.
 */
export function profileOf(document: Document, { dataDir, usual }: ServedFolder): string {
  const own = document.services?.[dataDir];
  if (own && document.profiles?.[own.profile]?.base_url === own.base_url) return own.profile;
  if (usual && isFree(document, localProfile)) return localProfile;
  const name = nameOf(dataDir);
  for (let count = 1; ; count += 1) {
    const wished = count === 1 ? name : `${name}-${count}`;
    if (![localProfile, defaultProfile].includes(wished) && isFree(document, wished)) return wished;
  }
}

/**
 * The configuration with the folder's profile pointing at its service. It becomes the profile in use only where none
 * was chosen. Other profiles stay as they are. Without a token the present one is kept.
 */
export function withService(document: Document, folder: ServedFolder, { url, token }: Service): Document {
  const profile = profileOf(document, folder);
  const kept = { ...document.profiles?.[profile], base_url: url, ...(token ? { token } : {}) };
  return {
    ...document,
    ...(hasChosen(document) ? {} : { profile }),
    profiles: { ...document.profiles, [profile]: kept },
    services: { ...document.services, [folder.dataDir]: { profile, base_url: url } },
  };
}

/** A name that no profile has, or that points nowhere, or was written by a vau that kept no folders. */
function isFree({ profiles = {}, services = {} }: Document, name: string): boolean {
  const address = Object.hasOwn(profiles, name) ? profiles[name]?.base_url : undefined;
  if (address === undefined) return true;
  const isClaimed = Object.values(services).some(({ profile }) => profile === name);
  return name === localProfile && !isClaimed && isThisMachine(address);
}

function isThisMachine(address: string): boolean {
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' };
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** A folder's own name as a word that needs no quotes. */
function nameOf(dataDir: string): string {
  return (
    path
      .basename(dataDir)
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[-.]+|-+$/g, '') || 'service'
  );
}
