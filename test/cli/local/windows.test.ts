import { describe, expect, it } from 'vitest';
import { shellOf, targetFor } from '../../../src/cli/local/completion-install.ts';
import { killCommand, listing } from '../../../src/cli/local/service/process.ts';
import { withSlashes } from '../../../src/cli/probe/pattern.ts';
import { endingSignals } from '../../../src/cli/run/session/session.ts';
import { shellWord } from '../../../src/cli/terminal/shell-word.ts';

const windows = { platform: 'win32', home: 'C:\\Users\\Ada' } as const;
const linux = { platform: 'linux', home: '/home/ada' } as const;

describe('completion', () => {
  it('is for PowerShell on Windows, unless a shell says that it is another one', () => {
    expect(shellOf({}, windows)).toBe('powershell');
    expect(shellOf({ SHELL: 'C:\\Program Files\\Git\\usr\\bin\\bash.exe' }, windows)).toBe('bash');
    expect(() => shellOf({}, linux)).toThrow('not a supported shell');
  });

  it('goes where PowerShell of Windows reads it', () => {
    const { file, startup } = targetFor('powershell', { LOCALAPPDATA: 'C:\\L' }, windows);
    expect(file).toBe('C:\\L\\vau\\completion.ps1');
    expect(startup).toEqual({
      file: 'C:\\Users\\Ada\\Documents\\PowerShell\\Microsoft.PowerShell_profile.ps1',
      lines: [`. 'C:\\L\\vau\\completion.ps1'`],
    });
  });

  it('goes to the XDG folders elsewhere', () => {
    expect(targetFor('powershell', {}, linux).startup?.file).toBe(
      '/home/ada/.config/powershell/Microsoft.PowerShell_profile.ps1',
    );
    expect(targetFor('bash', {}, linux).file).toBe('/home/ada/.local/share/bash-completion/completions/vau');
  });
});

describe('processes', () => {
  it('are listed and ended with the commands of the system', () => {
    expect(listing(7, 'darwin')).toEqual(['ps', '-o', 'args=', '-p', '7']);
    expect(listing(7, 'win32').join(' ')).toContain("'ProcessId = 7'");
    expect(killCommand(7, 'linux')).toBe('kill -9 7');
    expect(killCommand(7, 'win32')).toBe('taskkill /F /PID 7');
  });

  it('end in an orderly way when the console of Windows is closed', () => {
    expect(endingSignals('win32')).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']);
    expect(endingSignals('darwin')).toEqual(['SIGINT', 'SIGTERM']);
  });
});

describe('words of a command', () => {
  it('are quoted for the shells of the system', () => {
    expect(shellWord('/data/a b', 'linux')).toBe("'/data/a b'");
    expect(shellWord("it's", 'darwin')).toBe(`'it'\\''s'`);
    expect(shellWord('C:\\data', 'win32')).toBe('C:\\data');
    expect(shellWord('C:\\my data', 'win32')).toBe('"C:\\my data"');
  });

  it('name a file with slashes where a table or a pattern does', () => {
    expect(withSlashes('films\\2026\\a.mp4', '\\')).toBe('films/2026/a.mp4');
    expect(withSlashes('a\\b.mp4', '/')).toBe('a\\b.mp4');
  });
});
