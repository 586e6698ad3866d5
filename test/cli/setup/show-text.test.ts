/** What vau setup says on a terminal: every command whole, nothing wider than the terminal. */
import { expect, it } from 'vitest';
import { setupText } from '../../../src/cli/setup/show.ts';
import { processIo } from '../../../src/cli/terminal/io.ts';

const io = { ...processIo(), columns: 80, paint: (_: 'out' | 'err', __: unknown, text: string) => text };
const model = { modality: '', quality: '', fetch: '111 MiB', speed: 'medium' };

it('shows each modality, then each model with its command', () => {
  const text = setupText(io, [
    { modality: 'speech', has: 'none', quality: 'rough English', command: 'vau setup speech; or set a URL' },
    {
      ...model,
      has: '(Whisper tiny, 99 languages and a name that goes on)',
      command: 'vau setup speech whisper',
    },
    { ...model, has: 'Voices, in use', command: 'vau setup speakers pyannote-campplus' },
    { modality: 'scene_text', has: 'measured', quality: 'facts', command: null },
  ]);
  expect(text).toBe(`speech
  has none: rough English
  or: set a URL
  vau setup speech whisper              111 MiB  medium  Whisper tiny, 99
                                                         languages and a name
                                                         that goes on
  vau setup speakers pyannote-campplus  111 MiB  medium  Voices, in use

scene text
  has measured: facts

Licences, languages, memory and figures of quality: vau setup --wide
`);
  expect(text.split('\n').every((line) => line.length <= 80)).toBe(true);
});
