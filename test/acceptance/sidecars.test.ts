/** Subtitles beside a film, by the names that programs give them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { tone } from '../support/tone.ts';
import { choosing, run, stage } from './harness.ts';

const { service, home } = await stage(() => ({ json: { id: 'f', status: 'pending' } }));
const at = (name: string) => path.join(home.folder, 'films', name);
const SAID = '1\n00:00:01,000 --> 00:00:02,000\nThe ferry leaves.\n';

beforeEach(() => {
  rmSync(at(''), { recursive: true, force: true });
  mkdirSync(at(''));
  writeFileSync(at('talk.mp4'), 'a film');
});

/** Which subtitles an upload takes, of files with these names. */
async function taken(names: readonly string[], ...flags: string[]) {
  for (const name of names) writeFileSync(at(name), SAID);
  const line = ['file', 'upload', 'films/talk.mp4', '--no-preflight', '--dry-run', ...flags];
  const { stdout, stderr, status } = await run(home.folder, line, { env: choosing(service) });
  for (const name of names) rmSync(at(name));
  const sent = /films\/(talk\.\S+) lies beside it and is sent with it/.exec(stderr)?.[1];
  if (sent !== undefined) expect(stdout).toContain(sent);
  return { sent, stderr, status };
}

describe('subtitles beside a film', () => {
  it.each([
    { names: ['talk.SRT'], sent: 'talk.SRT' },
    { names: ['talk.VTT'], sent: 'talk.VTT' },
    { names: ['talk.vtt', 'talk.Srt'], sent: 'talk.Srt' },
    { names: ['talk.en.srt'], sent: 'talk.en.srt' },
    { names: ['talk.eng.VTT'], sent: 'talk.eng.VTT' },
    { names: ['talk.pt-BR.srt'], sent: 'talk.pt-BR.srt' },
    { names: ['talk.de.srt', 'talk.vtt'], sent: 'talk.vtt' },
    { names: ['talk.en.vtt', 'talk.en.srt'], sent: 'talk.en.srt' },
  ])('$sent is sent of $names', async ({ names, sent }) => {
    expect(await taken(names)).toMatchObject({ sent, status: 0 });
  });

  it('are not those of forced lines, of another film, or with another word in their name', async () => {
    const names = ['talk.forced.srt', 'talk.en.forced.srt', 'talk.old2.srt', 'talk.fix.srt', 'talks.en.srt'];
    const { sent, stderr } = await taken(names);
    expect([sent, stderr]).toEqual([undefined, expect.not.stringContaining('left out')]);
  });

  it('are chosen by the language that is heard, and named where nothing says which', async () => {
    const names = ['talk.ger.srt', 'talk.en-GB.srt'];
    expect(await taken(names, '--audio-language', 'de')).toMatchObject({ sent: 'talk.ger.srt' });
    expect(await taken(names, '--audio-language', 'eng')).toMatchObject({ sent: 'talk.en-GB.srt' });
    const unclear = await taken(names);
    expect(unclear.sent).toBeUndefined();
    expect(unclear.stderr).toContain(
      'nothing says which of them has what is said: talk.en-GB.srt, talk.ger.srt.',
    );
    expect(unclear.stderr).toContain('vau file upload films/talk.mp4 --subtitles films/talk.en-GB.srt');
    const none = await taken(names, '--audio-language', 'fr');
    expect([none.sent, none.stderr]).toEqual([
      undefined,
      expect.stringContaining('none is in the language fr'),
    ]);
  });

  it('are found in a folder too', async () => {
    for (const name of ['talk.SRT', 'other.fr.srt']) writeFileSync(at(name), SAID);
    writeFileSync(at('talk.wav'), tone(300));
    writeFileSync(at('other.wav'), tone(301));
    const { stderr } = await run(home.folder, ['file', 'upload', 'films', '--again'], {
      env: choosing(service),
    });
    const sent = /^Sent with subtitles: (.*);/m.exec(stderr)?.[1]?.split(', ').sort();
    expect(sent).toEqual(['films/other.fr.srt', 'films/talk.SRT']);
  });
});
