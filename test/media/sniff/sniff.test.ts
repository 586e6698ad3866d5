import { describe, expect, it } from 'vitest';
import { sniff } from '../../../src/media/sniff/sniff.ts';

const bytes = (text: string) => Buffer.from(text.padEnd(4096, '\0'), 'latin1');

/** A run of equal frames with the same header. */
function beat(header: number[], length: number, before = 0): Buffer {
  const frame = Buffer.alloc(length, 0x11);
  Buffer.from(header).copy(frame);
  return Buffer.concat([Buffer.alloc(before, 0x22), ...Array.from({ length: 12 }, () => frame)]);
}

describe('sniff', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png_pipe', true],
    ['\xff\xd8\xff\xe0', 'jpeg_pipe', true],
    ['GIF89a', 'gif', true],
    ['RIFF\0\0\0\0WEBPVP8 ', 'webp_pipe', true],
    ['RIFF\0\0\0\0WAVEfmt ', 'wav', false],
    ['RIFF\0\0\0\0AVI LIST', 'avi', false],
    ['\0\0\0\x20ftypisom', 'mov', false],
    ['\0\0\0\x20ftypavif', 'mov', true],
    ['\0\0\0\x08wide', 'mov', false],
    ['\x1aE\xdf\xa3', 'matroska', false],
    ['OggS', 'ogg', false],
    ['fLaC', 'flac', false],
  ])('%j is %s', (head, demuxer, picture) => {
    expect(sniff(bytes(head))).toMatchObject({ demuxer, picture });
  });

  it('recognises MPEG audio by two frames, also after garbage', () => {
    expect(sniff(beat([0xff, 0xfb, 0x90, 0x64], 417))).toMatchObject({ demuxer: 'mp3' });
    expect(sniff(beat([0xff, 0xfb, 0x90, 0x64], 417, 100))).toMatchObject({ demuxer: 'mp3' });
    expect(sniff(beat([0xff, 0xfd, 0xa4, 0x04], 576))).toMatchObject({ demuxer: 'mp3' });
    expect(sniff(beat([0xff, 0xfb, 0x90, 0x64], 500))).toBeNull();
  });

  it('recognises ADTS and transport streams', () => {
    expect(sniff(beat([0xff, 0xf1, 0x50, 0x80, 0x20, 0x1f, 0xfc], 256))).toMatchObject({ demuxer: 'aac' });
    expect(sniff(beat([0x47, 0x40, 0x11], 188))).toMatchObject({ demuxer: 'mpegts' });
    expect(sniff(beat([0x47, 0x40, 0x11], 188, 57))).toMatchObject({ demuxer: 'mpegts' });
    expect(sniff(beat([0x47, 0x40, 0x11], 192, 4))).toMatchObject({ demuxer: 'mpegts' });
  });

  it('looks after an ID3 tag', () => {
    const tag = Buffer.from('ID3\x04\0\0\0\0\x01\0', 'latin1');
    expect(sniff(tag, bytes('fLaC'))).toMatchObject({ demuxer: 'flac' });
    expect(sniff(tag, bytes('rubbish'))).toMatchObject({ demuxer: 'mp3' });
  });

  it.each([
    '#EXTM3U\n',
    'ffconcat version 1.0\n',
    '<?xml version="1.0"?><MPD>',
    '<svg>',
    'v=0\r\n',
    '%PDF-1.7',
    '\x7fELF',
    '',
  ])('%j is not opened', (head) => {
    expect(sniff(Buffer.from(head, 'latin1'))).toBeNull();
    expect(sniff(bytes(head))).toBeNull();
  });
});
