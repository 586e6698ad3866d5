import { describe, expect, it } from 'vitest';
import { cacheFolder, configFolder, dataFolder } from '../../src/config/index.ts';
import { isHeld } from '../../src/config/lock.ts';

const windows = { platform: 'win32', home: 'C:\\Users\\Ada' } as const;
const mac = { platform: 'darwin', home: '/Users/ada' } as const;

describe('the folders of vau', () => {
  it('are those of Windows, whatever HOME a shell sets there', () => {
    const env = { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L', HOME: '/c/Users/Ada' };
    expect(configFolder(env, windows)).toBe('C:\\R\\vau');
    expect(dataFolder(env, windows)).toBe('C:\\L\\vau');
    expect(configFolder({}, windows)).toBe('C:\\Users\\Ada\\AppData\\Roaming\\vau');
    expect(dataFolder({}, windows)).toBe('C:\\Users\\Ada\\AppData\\Local\\vau');
  });

  it('are those that the environment names, also on Windows', () => {
    expect(configFolder({ VAU_CONFIG_DIR: 'D:\\x\\..\\c', XDG_CONFIG_HOME: 'D:\\g' }, windows)).toBe('D:\\c');
    expect(dataFolder({ XDG_DATA_HOME: 'D:\\d' }, windows)).toBe('D:\\d\\vau');
    expect(dataFolder({ XDG_DATA_HOME: 'relative', LOCALAPPDATA: 'C:\\L' }, windows)).toBe('C:\\L\\vau');
  });

  it('are apart from the data for what can be made again', () => {
    expect(cacheFolder({ LOCALAPPDATA: 'C:\\L', HOME: '/c/Users/Ada' }, windows)).toBe('C:\\L\\vau-cache');
    expect(cacheFolder({ XDG_CACHE_HOME: '/x', HOME: '/h' }, mac)).toBe('/x/vau');
    expect(cacheFolder({ XDG_CACHE_HOME: 'relative' }, mac)).toBe('/Users/ada/.cache/vau');
  });

  it('are those of XDG on macOS, as for other command-line tools', () => {
    expect(configFolder({}, mac)).toBe('/Users/ada/.config/vau');
    expect(dataFolder({ HOME: '/h' }, mac)).toBe('/h/.local/share/vau');
  });
});

describe('a lock that cannot be created', () => {
  const refused = (code: string) => Object.assign(new Error(code), { code });

  it('is held on Windows, for the moment in which its file is being removed', () => {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      expect(isHeld(refused(code), true, 'win32')).toBe(true);
      expect(isHeld(refused(code), false, 'win32')).toBe(false);
      expect(isHeld(refused(code), true, 'linux')).toBe(false);
    }
  });

  it('is held everywhere while its file is there', () => {
    for (const platform of ['win32', 'linux', 'darwin'] as const)
      expect(isHeld(refused('EEXIST'), false, platform)).toBe(true);
  });
});
