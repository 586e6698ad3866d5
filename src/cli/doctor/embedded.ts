/** Doctor checks of the embedded service and its recognisers. */
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { dataFolder } from '../../config/paths.ts';
import { speechNow } from '../local/hearing.ts';
import { packageFolder } from '../local/launcher.ts';
import { serviceStatus, troublesOf } from '../local/status.ts';
import { type Finding, finding } from './finding.ts';

/** Whether the embedded service is running, and each reason why it cannot do its work. */
export async function embeddedFindings(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const folder = dataFolder(env);
  const { state, record } = await serviceStatus(folder);
  const check = 'embedded service';
  if (state === 'stopped') return [finding(check, 'none', `Not running with ${folder}`, 'vau service start')];
  if (state === 'silent')
    return [finding(check, 'warning', `Process ${record.pid} does not respond`, 'vau service logs')];
  const troubles = (await troublesOf(record.url)).map((line) => finding(check, 'warning', sentence(line)));
  return troubles.length > 0 ? troubles : [finding(check, 'ok', `Running at ${record.url}`)];
}

/** The recognisers that the embedded service would use on this machine. */
export async function recogniserFindings(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  return [storeFinding(), sceneTextFinding(), await faceFinding(), await speechFinding(env)];
}

/** Optional packages must be installed beside vau to be found. */
const reinstall = 'Install vau with its optional packages: npm install -g vau-cli --include=optional';

function storeFinding(): Finding {
  if (hasPackages('@photostructure/sqlite')) return finding('store', 'ok', 'SQLite is installed');
  return finding('store', 'none', 'SQLite is not installed: vau serve cannot run', reinstall);
}

function sceneTextFinding(): Finding {
  if (hasPackages('tesseract.js', '@tesseract.js-data/eng'))
    return finding('scene text', 'ok', 'tesseract recognises English text in the picture');
  return finding('scene text', 'none', 'Text in the picture is not recognised', reinstall);
}

async function faceFinding(): Promise<Finding> {
  const models = path.join(packageFolder(), 'dist', 'assets', 'faces');
  return (await can(models, constants.R_OK))
    ? finding('faces', 'ok', 'The face recogniser is installed')
    : finding('faces', 'none', 'The face recogniser is missing', 'Reinstall vau.');
}

async function speechFinding(env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const { recogniser } = await speechNow(dataFolder(env));
    if (recogniser !== undefined) return finding('speech', 'ok', sentence(recogniser));
    return finding('speech', 'none', 'Subtitles only: there is no speech recogniser', 'vau setup speech');
  } catch (error) {
    return finding('speech', 'none', (error as Error).message, 'vau service doctor');
  }
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function hasPackages(...names: string[]): boolean {
  const { resolve } = createRequire(path.join(packageFolder(), 'package.json'));
  return names.every((name) => {
    try {
      return resolve(`${name}/package.json`) !== '';
    } catch (error) {
      // The package is there, although it does not export its package.json.
      return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    }
  });
}

const can = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );
