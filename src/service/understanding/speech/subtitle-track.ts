import { chooseSubtitles, extractSubtitles, probe } from '../../../media/index.ts';
import type { ModalityProvider } from '../port.ts';
import { MAX_SUBTITLE_BYTES } from './decode.ts';
import { fromSubtitles, READER } from './sidecar.ts';

/** Speech from the media's own text subtitles: the default track, else the first. */
export const subtitleTrackSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ mediaPath, ffmpeg }) {
    const probed = await probe(mediaPath, { ffmpeg });
    const stream = chooseSubtitles(probed);
    if (!stream) return undefined;
    return {
      provider: 'subtitle-track',
      settings: { reader: READER, stream: stream.index, language: stream.language },
      run: async (signal) => {
        const options = { ffmpeg, signal, probed, streamIndex: stream.index, maxBytes: MAX_SUBTITLE_BYTES };
        const text = await extractSubtitles(mediaPath, options);
        if (text === null) return { lines: [], notes: ['The subtitle track is empty.'] };
        return fromSubtitles({ text }, 'subtitle track');
      },
    };
  },
};
