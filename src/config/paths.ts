/** The folders of vau: VAU_CONFIG_DIR and VAU_DATA_DIR, else those of XDG, else those of the system. */
import { homedir, userInfo } from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the folders depend on beside the environment. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** The home folder, where HOME does not name it. */
  readonly home: string;
}

/** This one. */
export const here = (): System => ({
  platform: process.platform,
  /** Asked only where HOME does not say it: what answers takes more than a millisecond to load. */
  get home() {
    // It repeats HOME, even an empty one: the working folder, whose files are not the user's settings.
    const found = homedir();
    return path.isAbsolute(found) ? found : userInfo().homedir;
  },
});

/** The home folder: HOME, else that of the system. An empty or relative HOME would be the working folder. */
export function homeFolder(env: Environment, system: System = here()): string {
  const rules = system.platform === 'win32' ? path.win32 : path.posix;
  return env.HOME && rules.isAbsolute(env.HOME) ? env.HOME : system.home;
}

type XdgVariable = 'XDG_CONFIG_HOME' | 'XDG_DATA_HOME' | 'XDG_CACHE_HOME';

/** The folder that a variable of XDG names; undefined where it names none, or a relative one: the specification says to ignore that. */
export function xdgFolder(
  env: Environment,
  variable: XdgVariable,
  system: System = here(),
): string | undefined {
  const rules = system.platform === 'win32' ? path.win32 : path.posix;
  const given = env[variable];
  return given && rules.isAbsolute(given) ? given : undefined;
}

interface Names {
  readonly own: string;
  readonly xdg: XdgVariable;
  /** The folder below the home folder. */
  readonly fallback: string;
  /** The variable of Windows that names the base folder, and where it is below the home folder. */
  readonly windows: readonly [variable: string, folder: string];
}

const config: Names = {
  own: 'VAU_CONFIG_DIR',
  xdg: 'XDG_CONFIG_HOME',
  fallback: '.config',
  windows: ['APPDATA', 'AppData\\Roaming'],
};

const data: Names = {
  own: 'VAU_DATA_DIR',
  xdg: 'XDG_DATA_HOME',
  fallback: '.local/share',
  windows: ['LOCALAPPDATA', 'AppData\\Local'],
};

/** The configuration folder: VAU_CONFIG_DIR, else $XDG_CONFIG_HOME/vau, else ~/.config/vau (Windows: %APPDATA%\vau). */
export const configFolder = (env: Environment, system: System = here()): string =>
  folder(env, config, system);

/** The data folder of the embedded service: VAU_DATA_DIR, else $XDG_DATA_HOME/vau, else ~/.local/share/vau (Windows: %LOCALAPPDATA%\vau). */
export const dataFolder = (env: Environment, system: System = here()): string => folder(env, data, system);

/**
 * The folder of what can be made again at any time: $XDG_CACHE_HOME/vau, else ~/.cache/vau (Windows:
 * %LOCALAPPDATA%\vau-cache). The launcher keeps its code there too.
 */
export function cacheFolder(env: Environment, system: System = here()): string {
  if (system.platform === 'win32')
    return path.win32.join(env.LOCALAPPDATA || path.win32.join(system.home, 'AppData\\Local'), 'vau-cache');
  const usual = path.posix.join(homeFolder(env, system), '.cache');
  return path.posix.join(xdgFolder(env, 'XDG_CACHE_HOME', system) ?? usual, 'vau');
}

/** The configuration file. */
export const configFile = (env: Environment): string => path.join(configFolder(env), 'config.json');

function folder(env: Environment, { own, xdg, fallback, windows }: Names, system: System): string {
  const isWindows = system.platform === 'win32';
  const rules = isWindows ? path.win32 : path.posix;
  if (env[own]) return rules.resolve(env[own]);
  const [variable, below] = windows;
  const usual = isWindows
    ? env[variable] || rules.join(system.home, below)
    : rules.join(homeFolder(env, system), fallback);
  return rules.join(xdgFolder(env, xdg, system) ?? usual, 'vau');
}
