/** Doctor checks of Node and ffmpeg. */
import { dataFolder } from '../../config/paths.ts';
import { chooseFfmpeg, ffmpegAdvice } from '../../media/index.ts';
import { choiceText } from '../local/ffmpeg.ts';
import { type Finding, finding } from './finding.ts';

const oldest = [20, 19] as const;

/** Compares Node's version with the oldest supported one. */
export function nodeFinding(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return fits
    ? finding('node', 'ok', `Node ${version}`)
    : finding('node', 'failed', `Node ${version} is too old`, `Install Node ${oldest.join('.')} or newer.`);
}

/**
 * Checks ffmpeg, its known vulnerabilities, and ffprobe. @param needed whether this machine needs ffmpeg; a
 * client of a remote service does not @param explicit value of --ffmpeg
 */
export async function ffmpegFindings(
  env: NodeJS.ProcessEnv,
  needed: boolean,
  explicit: string | undefined,
): Promise<Finding[]> {
  try {
    const choice = await chooseFfmpeg({ env, explicit, dataDir: dataFolder(env) });
    const { version, ffprobe } = choice.ffmpeg;
    const advice = ffmpegAdvice(version);
    return [
      finding('ffmpeg', advice ? 'warning' : 'ok', choiceText(choice), advice ?? undefined),
      ffprobe
        ? finding('ffprobe', 'ok', ffprobe)
        : finding(
            'ffprobe',
            'none',
            'Not found: ffmpeg probes files instead, with less detail',
            'vau setup ffmpeg',
          ),
    ];
  } catch (error) {
    const state = needed ? 'failed' : 'warning';
    return [finding('ffmpeg', state, (error as Error).message, 'vau setup ffmpeg')];
  }
}
