import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  captionFile,
  captionFormats,
  captionRules,
  layOut,
  type SpokenText,
} from '../../../src/media/index.ts';
import { inFull } from '../../support/in-full.ts';
import { locate, needs } from '../../support/programs.ts';
import { type Seeded, seeded } from '../../support/seeded.ts';

const run = promisify(execFile);
const withFfmpeg = needs('ffmpeg');

const words = [
  ...['the', 'harbour', 'opens', 'at', 'nine,', 'and', 'nobody', 'was', 'on', 'board.', 'Why?', 'a'],
  ...[
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
    '潮の流れはとても速いので気をつけてください。',
  ],
  ...[
    '{\\an8}',
    '-->',
    '<i>',
    '&amp;',
    '\\N',
    'émigré',
    '👩‍👩‍👧',
    'https://example.com/a/very/long/address/of/a/page?q=1',
  ],
];

/** Lines of any length and speed; in half of them each word has its time. */
function speech(chance: Seeded): SpokenText[] {
  let at = chance.below(3000) / 1000;
  return Array.from({ length: 1 + chance.below(6) }, () => {
    const own = Array.from({ length: 1 + chance.below(40) }, () => chance.pick(words));
    const start = at;
    const end = start + (own.join(' ').length * (20 + chance.below(100))) / 1000;
    at = end + chance.pick([0, 0, 0.05, 0.3, 2, 10]);
    const step = (end - start) / own.length;
    const timed = own.map((word, n) => ({ word, start: start + n * step, end: start + (n + 0.8) * step }));
    return {
      text: own.join(' '),
      start,
      end,
      ...(chance.below(2) === 0 && { words: timed }),
      ...(chance.below(3) === 0 && { speaker: chance.pick(['Ada', 'Ben, {\\b1}', '<v>', 'A --> B']) }),
    };
  });
}

const plain = (text: string) => text.replace(/\s+/g, '');

describe('captions', () => {
  it('of a line of 60,000 words are laid out in steps of its length, not of its square', () => {
    const text = 'a b, word '.repeat(20_000).trim();
    const captions = layOut([{ text, start: 0, end: 20_000 }]);
    expect(captions.flatMap(({ rows }) => rows.flat()).length).toBe(60_000);
  });

  it('have at most two rows of 42 characters, one to seven seconds, and time to be read where there is room', () => {
    for (let seed = 1; seed <= inFull(4000, 400); seed += 1) {
      const said = speech(seeded(seed));
      const captions = layOut(said);
      expect(
        plain(
          captions
            .flatMap(({ rows }) => rows.flat())
            .map(({ text }) => text)
            .join(''),
        ),
      ).toBe(plain(said.map(({ text }) => text).join('')));
      for (const [index, { start, end, rows }] of captions.entries()) {
        const texts = rows.map((row) =>
          row.map((word, n) => (word.spaced && n > 0 ? ' ' : '') + word.text).join(''),
        );
        const next = captions[index + 1]?.start ?? Number.POSITIVE_INFINITY;
        const about = `seed ${seed}, caption ${index}: ${texts.join(' / ')}`;
        expect(texts.length, about).toBeLessThanOrEqual(captionRules.rows);
        for (const text of texts) expect([...text].length, about).toBeLessThanOrEqual(captionRules.rowLength);
        expect(end, about).toBeGreaterThan(start);
        expect(end - start, about).toBeLessThanOrEqual(captionRules.longest + 1e-9);
        expect(end, about).toBeLessThanOrEqual(next + 1e-9);
        const needed = Math.max(captionRules.shortest, [...texts.join('')].length / captionRules.speed);
        const room = Math.min(next - captionRules.gap - start, captionRules.longest);
        if (needed <= room) expect(end - start, about).toBeGreaterThanOrEqual(needed - 1e-9);
      }
    }
  });

  it.each(captionFormats)('end with the film, also if a word is heard until after it: %s', (format) => {
    for (const end of [10.4, 11.6]) {
      const text = 'This takes longer to read than is left.';
      const file = captionFile([{ text, start: 10.2, end }], format, 11.12);
      expect(file).toContain(
        { srt: '--> 00:00:11,120', vtt: '--> 00:00:11.120', ass: ',0:00:11.12,' }[format],
      );
    }
  });

  it('break where phrases end', () => {
    const text =
      'The harbour opens at nine, and the ferry leaves at noon. Nobody has to wait in the rain any more.';
    const [first, second] = layOut([{ text, start: 0, end: 6 }]).map(({ rows }) =>
      rows.map((row) => row.map((word) => word.text).join(' ')),
    );
    expect(first).toEqual(['The harbour opens at nine,', 'and the ferry leaves at noon.']);
    expect(second).toEqual(['Nobody has to wait in the rain any more.']);
  });

  it('mark each word in WebVTT and ASS, if its time is known', () => {
    const line = {
      text: 'We {launch} \\N now',
      start: 1,
      end: 4,
      words: ['We', '{launch}', '\\N', 'now'].map((word, n) => ({
        word,
        start: 1 + n * 0.5,
        end: 1.4 + n * 0.5,
      })),
    };
    expect(captionFile([line], 'vtt')).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<c>We</c> <00:00:01.500><c>{launch}</c> <00:00:02.000><c>\\N</c> <00:00:02.500><c>now</c>\n',
    );
    expect(captionFile([line], 'ass')).toContain(
      'Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,{\\k50}We {\\k50}\\{launch\\} {\\k50}\\\u2060N {\\k40}now\n',
    );
    expect(captionFile([{ ...line, text: 'We launch it now then' }], 'vtt')).not.toContain('<c>');
  });

  withFfmpeg('are read by ffmpeg, each with its own times and nothing more', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-captions-'));
    try {
      for (let seed = 1; seed <= inFull(40, 1); seed += 1) {
        const said = speech(seeded(seed)).map((line) => ({
          ...line,
          start: line.start + 1,
          end: line.end + 1,
          words: undefined,
        }));
        for (const format of captionFormats) {
          const file = path.join(folder, `captions.${format}`);
          await writeFile(file, captionFile(said, format));
          const { stdout } = await run(locate('ffmpeg'), ['-v', 'error', '-i', file, '-f', 'srt', '-'], {
            maxBuffer: 1 << 26,
          });
          const times = [...stdout.matchAll(/^(\d\d:\d\d:\d\d),(\d\d).* --> /gm)].map(
            ([, clock, part]) => `${clock}.${part}`,
          );
          const wanted = layOut(said, { named: format !== 'vtt' }).map(({ start }) => start);
          expect(times.length, `seed ${seed}, ${format}`).toBe(wanted.length);
          for (const [index, time] of times.entries()) {
            const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
            expect(Math.abs(hours * 3600 + minutes * 60 + seconds - (wanted[index] ?? 0))).toBeLessThan(0.02);
          }
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
