import { UsageError } from '../../errors/errors.ts';
import { setUpFfmpeg } from '../../local/opening/ffmpeg.ts';
import { dataFolderOf } from '../../local/service/serve.ts';
import type { Example } from '../../model/examples.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { optional, path, text, toggle, url } from '../../model/values.ts';
import { serveFlags } from './serve.ts';

const { dataDir } = serveFlags;
const catalogue = path(
  'Models of your own to offer as well: a JSON file (docs/installing.md; default: VAU_CATALOGUE)',
);

const show = defineCommand({
  name: 'setup show',
  flags: { dataDir, catalogue },
  about:
    'The same as vau setup alone. For ffmpeg, speech, on-screen text, scenes, sounds, faces, language, meaning and pictures, shows what ' +
    'a service on this machine uses with the settings of its data folder, how good that is, and the models that could be ' +
    'there: languages, licence, size of the download, memory, speed, a figure of quality with where it was measured, and ' +
    'the command that brings each. Changes nothing.',
  examples: [
    { does: 'What is there, and what would be better', line: 'setup show' },
    { does: 'For a program', line: 'setup show -o json' },
  ],
  plan: (flags) => local(async (session) => (await import('../../setup/show.ts')).showAction(session, flags)),
});

const ffmpegCommand = defineCommand({
  name: 'setup ffmpeg',
  flags: { dataDir },
  about:
    "Installs what is missing: ffmpeg 7 from the package imageio-ffmpeg in Python's index (or that of PIP_INDEX_URL), " +
    'else through the download of the ffmpeg-static package, else a build of 2018 from the npm registry, which opens no ' +
    'files of other people; and ffprobe from there. Checksums are verified. A working ffmpeg is never replaced. ' +
    'Shows which ffmpeg is used and why: the one that VAU_FFMPEG or FFMPEG_BIN names, or else the newest one with ' +
    'ffprobe beside it on PATH, in ffmpeg-static or in the data folder. Prefer the ffmpeg of your system: it gets patches.',
  examples: [{ does: 'Install what is missing, and show which ffmpeg is used', line: 'setup ffmpeg' }],
  plan: (flags) =>
    local(async (session) => {
      const { ffmpeg, why, others, notes } = await setUpFfmpeg(session, dataFolderOf(flags, session.env));
      for (const note of notes) session.note(note);
      const { path, version, source, ffprobe = null } = ffmpeg;
      const passed = others.map((other) => ({
        path: other.path,
        version: other.version,
        source: other.source,
      }));
      return { value: { path, version, source, ffprobe, why, passed_over: passed } };
    }),
});

const modelFlags = {
  dataDir,
  catalogue,
  from: text('A mirror, or a folder or file on this disk, instead of the publisher', {
    placeholder: 'URL|FOLDER|FILE',
  }),
  registry: url("npm registry for packages (default: npm's own setting)"),
  remove: toggle('Remove it, and the packages that only it needs'),
  yes: toggle('Accept the licence, or the removal, without asking'),
};

const manner =
  ' Shows sizes and licence first, then asks. An interrupted download goes on where it stopped. Each file must have the ' +
  'hash of the catalogue; where none is published, the hash of the first download is noted and later ones must have it ' +
  'too. Nothing is changed until everything is there. A running service uses it for the next file.';

/** A command that brings models. */
function bringing(
  name: 'speech' | 'speakers' | 'text' | 'meaning' | 'pictures' | 'language',
  model: string,
  about: string,
  examples: readonly [Example, ...Example[]],
) {
  return defineCommand({
    name: `setup ${name}`,
    arguments: { model: optional(text(model, { placeholder: 'MODEL' })) },
    flags: modelFlags,
    about: about + manner,
    examples,
    plan: ({ model: wanted, remove, ...flags }) => {
      if (remove && (flags.from ?? flags.registry) !== undefined)
        throw new UsageError('--remove takes no --from and no --registry');
      return local(async (session) =>
        remove
          ? (await import('../../setup/remove.ts')).removeAction(session, name, wanted, flags)
          : (await import('../../setup/install.ts')).installAction(session, name, wanted, flags),
      );
    },
  });
}

const speech = bringing(
  'speech',
  'Model to use (default moonshine-base, for English); vau setup lists them',
  'Brings a recogniser of speech that runs on this machine, and the voice activity of silero, which finds where to listen, ' +
    'and sets the service to use them. Moonshine knows English and comes from the npm registry; the default one is brought without ' +
    'a question, and does not replace another model in use. The others run on sherpa-onnx-node, and come before it.',
  [
    { does: 'English, from the npm registry', line: 'setup speech' },
    { does: 'The best one, for 25 languages', line: 'setup speech parakeet-v3' },
    { does: 'A small one for 99 languages, in a script', line: 'setup speech whisper-tiny --yes' },
    { does: 'On a closed network, from a disk', line: 'setup speech --from /media/disk' },
    { does: 'Remove it again', line: 'setup speech whisper-tiny --remove' },
  ],
);

const speakers = bringing(
  'speakers',
  'Model to use (default pyannote-campplus); vau setup lists them',
  'Brings models that tell speakers apart by their voices and sherpa-onnx-node, which runs them on this machine, and sets ' +
    'the service to use them: lines of recognised speech get speakers, SPEAKER_00 and so on. Give them names with vau file ' +
    'update FILE_ID --speakers. Experimental: how often a speaker is right has not been measured.',
  [{ does: 'Who speaks when', line: 'setup speakers' }],
);

const textCommand = bringing(
  'text',
  'Languages to bring, as codes of three letters joined by +: deu+spa; vau setup lists them',
  'Brings languages for on-screen text, from the npm registry. They are used for films in whose speech or text the service finds that language, and English otherwise.',
  [
    { does: 'German and Spanish', line: 'setup text deu+spa' },
    { does: 'From a registry of your own', line: 'setup text fra --registry https://npm.example' },
  ],
);

const meaning = bringing(
  'meaning',
  'Model to use (default multilingual-e5-small); vau setup lists them',
  'Brings an encoder of sentences and onnxruntime-web, which runs it on this machine, and sets the service to use it: a ' +
    'search finds what was said in other words, in any of its languages. All vectors are made again in the background; until ' +
    'then searches use the old ones. vau service doctor --try says whether searches can leave out unlikely results with it.',
  [{ does: 'Search by meaning in 100 languages', line: 'setup meaning' }],
);

const pictures = bringing(
  'pictures',
  'Model to use (default clip-b32); vau setup lists them',
  'Brings a pair of encoders that compare pictures with words and onnxruntime-web, which runs them on this machine, and sets ' +
    'the service to use them: a search finds what a film shows, such as a white parrot, though nobody says it. Frames of all ' +
    'films are encoded in the background, some for each shot. Experimental: how often a frame is right has not been measured.',
  [
    { does: 'Find what is seen, by words in English', line: 'setup pictures' },
    { does: 'In many languages, larger and slower', line: 'setup pictures siglip2-b16' },
  ],
);

const language = bringing(
  'language',
  'Model to use (default qwen3-4b); vau setup lists them',
  'Brings a language model and node-llama-cpp, which runs it on this machine, and sets the service to use it: for moments, ' +
    'chat, extraction, titles and chapters. An endpoint (language_url) comes before it.',
  [
    { does: 'One of 4 billion parameters', line: 'setup language' },
    { does: 'A smaller and faster one', line: 'setup language qwen3-1.7b' },
  ],
);

export const commands = [show, ffmpegCommand, speech, speakers, textCommand, meaning, pictures, language];
