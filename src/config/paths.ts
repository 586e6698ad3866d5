/** The folders of vau: XDG folders, or VAU_CONFIG_DIR and VAU_DATA_DIR. */
import { homedir } from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration folder: VAU_CONFIG_DIR, else $XDG_CONFIG_HOME/vau, else ~/.config/vau. */
export function configFolder(env: Environment): string {
  return folder(env, 'VAU_CONFIG_DIR', 'XDG_CONFIG_HOME', '.config');
}

/** The data folder of the embedded service: VAU_DATA_DIR, else $XDG_DATA_HOME/vau, else ~/.local/share/vau. */
export function dataFolder(env: Environment): string {
  return folder(env, 'VAU_DATA_DIR', 'XDG_DATA_HOME', path.join('.local', 'share'));
}

/** The configuration file. */
export const configFile = (env: Environment): string => path.join(configFolder(env), 'config.json');

function folder(env: Environment, own: string, xdg: string, fallback: string): string {
  if (env[own]) return path.resolve(env[own]);
  // The XDG specification says to ignore relative paths.
  const base = env[xdg] && path.isAbsolute(env[xdg]) ? env[xdg] : path.join(env.HOME || homedir(), fallback);
  return path.join(base, 'vau');
}
