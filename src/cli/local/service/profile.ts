/** Assigns a profile to the embedded service of each data folder. */
import path from 'node:path';
import { type Document, dataFolder, defaultProfile, folderOfService } from '../../../config/index.ts';
import { forFolder } from '../opening/refusals.ts';

/** The profile of the default data folder, unless another profile has that name. */
const localProfile = 'local';

/** A data folder, and whether it is the default one. */
export interface ServedFolder {
  readonly dataDir: string;
  readonly usual: boolean;
}

/** The address of a service and, if one was just created, its token. */
interface Service {
  readonly url: string;
  readonly token?: string | undefined;
}

export function servedFolder(dataDir: string, env: NodeJS.ProcessEnv): ServedFolder {
  return { dataDir, usual: dataDir === dataFolder(env) };
}

/** Whether the user has already chosen a service: a profile, or a base URL in the default profile. */
export function hasChosen(document: Document): boolean {
  return document.profile !== undefined || document.profiles?.[defaultProfile]?.base_url !== undefined;
}

/**
 * The profile name of a data folder: the saved one while its base URL is unchanged, else the first free name.
 * That is `local` for the default folder, and the folder's name for others.
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
 * The port that the service of a folder had when it last ran; undefined if that is not known. Links of its shares name it,
 * and so does its profile.
 */
export function lastPort(document: Document, folder: ServedFolder): number | undefined {
  const profile = document.profiles?.[profileOf(document, folder)];
  const address = document.services?.[folder.dataDir]?.base_url ?? profile?.base_url;
  if (address === undefined || !URL.canParse(address)) return undefined;
  // A URL leaves out the port of http.
  return Number(new URL(address).port || 80);
}

const START = 'vau service start';

/**
 * The command that brings back the service which this machine had at an address.
 * @param host host and port, as in its base URL
 */
export const startAgain = (host: string, env: NodeJS.ProcessEnv): string =>
  forFolder(START, folderOfService(host, env));

/**
 * The configuration with the folder's profile set to its service. The profile becomes current only if none is
 * chosen. Other profiles do not change. Without a new token the profile keeps its token.
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

/**
 * Whether a name can be used: no profile has it, or its profile has no base URL, or an older vau wrote it
 * without a folder.
 */
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

/** The folder's name as a word that needs no quotes. */
function nameOf(dataDir: string): string {
  return (
    path
      .basename(dataDir)
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[-.]+|-+$/g, '') || 'service'
  );
}
