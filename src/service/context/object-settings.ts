import { SettingRefused } from '../errors.ts';
import { parseLocation, type S3Settings } from '../store/objects/s3/settings.ts';

/** Default of object_timeout, in seconds, and of object_cache_gb. */
const SILENT_S = 15;
const CACHE_GB = 20;

/** Three of these are in memory while a file is sent. */
const PART_BYTES = 16 * 1024 ** 2;

/** What a location must look like. */
export const locationForm = 's3://BUCKET or s3://BUCKET/PREFIX';

/**
 * Where objects are stored, from the environment; undefined: in the data folder. Credentials stay there for the client.
 * @param location of --objects; default: VAU_OBJECT_STORAGE
 * @throws SettingRefused
 */
export function objectSettings(env: NodeJS.ProcessEnv, location?: string): S3Settings | undefined {
  const text = location ?? env.VAU_OBJECT_STORAGE?.trim();
  if (text === undefined || (text === '' && location === undefined)) return undefined;
  const place = parseLocation(text);
  if (!place)
    throw new SettingRefused(
      `${location === undefined ? 'object_storage' : '--objects'} must be ${locationForm}, not ${JSON.stringify(text)}`,
    );
  const endpoint = ['VAU_OBJECT_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']
    .map((name) => env[name]?.trim())
    .find(Boolean);
  const region = ['VAU_OBJECT_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION']
    .map((name) => env[name]?.trim())
    .find(Boolean);
  // Servers other than Amazon's seldom have a name for each bucket, and ask for no particular region.
  const style = env.VAU_OBJECT_PATH_STYLE?.trim() || (endpoint ? 'on' : 'off');
  return {
    ...place,
    ...(endpoint && { endpoint }),
    ...(region ? { region } : endpoint && { region: 'us-east-1' }),
    pathStyle: style === 'on',
    direct: env.VAU_OBJECT_LINKS?.trim() === 'direct',
    silentMs: Number(env.VAU_OBJECT_TIMEOUT?.trim() || SILENT_S) * 1_000,
    partBytes: PART_BYTES,
    cacheBytes: Number(env.VAU_OBJECT_CACHE_GB?.trim() || CACHE_GB) * 1e9,
  };
}
