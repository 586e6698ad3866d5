/** The doctor's look at Node and ffmpeg. */
import { dataFolder } from '../../config/paths.ts';
import { chooseFfmpeg, ffmpegAdvice } from '../../media/index.ts';
import { choiceText } from '../local/ffmpeg.ts';
import { type Finding, finding } from './finding.ts';

const oldest = [20, 19] as const;

/** Node's version against the oldest that is supported. */
export function nodeFinding(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return fits
    ? finding('node', 'ok', `Node ${version}`)
    : finding('node', 'failed', `Node ${version} is too old`, `Install Node ${oldest.join('.')} or newer.`);
}

/**
 * ffmpeg, its known holes, and ffprobe.
 * @param needed whether work on this machine needs one; a client of a service elsewhere does without
 * @param explicit the one that --ffmpeg names
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
            'There is none: files are probed by ffmpeg itself, with less detail',
            'vau setup ffmpeg',
          ),
    ];
  } catch (error) {
    const state = needed ? 'failed' : 'warning';
    return [finding('ffmpeg', state, (error as Error).message, 'vau setup ffmpeg')];
  }
}
