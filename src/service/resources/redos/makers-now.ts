import type { Modality } from '../../../contract/index.ts';
import type { ServiceConfig } from '../../context/config.ts';
import { makerName, makerOf } from '../../understanding/analysis/makers.ts';
import type { Hearing, MadeBy } from '../../understanding/index.ts';
import { FACES_MADE_BY } from '../../understanding/modalities/faces/index.ts';
import { pictureEncoder } from '../../understanding/modalities/pictures/index.ts';
import { encoderFor } from '../../understanding/models/embeddings/index.ts';
import { outlineMaker } from '../outlines/rows.ts';

/** What makes results now. The settings are read once. */
export interface MakersNow {
  /** @param hearing how the speech of a file is to be recognised */
  of(modality: Modality, hearing: Hearing): Promise<MadeBy | undefined>;
  readonly faces: MadeBy;
  /** Undefined without a language model. */
  readonly chapters: MadeBy | undefined;
  /** The model of vectors; undefined without an encoder that can be used. */
  readonly meaning: string | undefined;
  /** The same for the vectors of frames. */
  readonly pictures: string | undefined;
}

export function makersNow(config: ServiceConfig): MakersNow {
  const known = new Map<string, Promise<MadeBy | undefined>>();
  const usable = (encoder: { readonly model: string; readonly problem?: string | undefined } | undefined) =>
    encoder?.problem === undefined ? encoder?.model : undefined;
  return {
    of(modality, hearing) {
      const key = `${modality} ${hearing.provider ?? ''}`;
      const made = known.get(key) ?? makerOf(config, modality, hearing);
      known.set(key, made);
      return made;
    },
    faces: FACES_MADE_BY,
    chapters: outlineMaker(config),
    meaning: usable(encoderFor(config)),
    pictures: usable(pictureEncoder(config.dataDir)),
  };
}

/** What a language model that was asked for chapters is called; null if none was. */
export const outlinedBy = (made: MadeBy | null): string =>
  made ? makerName(made) : 'quotes, without a language model';
