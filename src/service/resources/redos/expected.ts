import type { RedoBody, RedoEstimate } from '../../../contract/index.ts';
import { creditsOf } from '../../accounts/rates.ts';
import type { ServiceContext } from '../../context/context.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db } from '../../store/sql/schema.ts';
import { type SpeedOf, speedOf } from '../../understanding/analysis/speeds.ts';
import { costOf, minutesOf } from '../find-moments/cost.ts';
import { type MakersNow, makersNow } from './makers-now.ts';
import { type OutdatedFile, outdatedPage, type RedoModality } from './outdated.ts';

/** What a redo is expected to do, as it is stored with it. */
export interface Expected {
  readonly files: number;
  readonly seconds?: number;
  /** Whether files wait for a language model. */
  readonly chapters: boolean;
  /** The encoder whose vectors files wait for. */
  readonly encoder: string | null;
  /** The same for the vectors of frames; undefined in a redo from before these. */
  readonly pictures?: string | null;
}

/** What one file after the other waits for. */
const ONE_BY_ONE: readonly RedoModality[] = ['chapters', 'meaning', 'pictures'];

/** What an estimate reads. */
export type EstimateContext = Pick<ServiceContext, 'config' | 'clock' | 'yieldTurn'> & { readonly db: Db };

/** A picture counts as a film of this many seconds. */
const PICTURE_SECONDS = 1;

type Part = RedoEstimate['modalities'][number];

/** A part that is being summed up. */
type OpenPart = Omit<Part, 'seconds'> & { seconds: Seconds };

/**
 * Counts what a redo of a collection would make again, and how long that would take. Reads all of its files, a page at a time.
 */
export async function estimateRedo(
  ctx: EstimateContext,
  collectionId: string,
  body: RedoBody,
): Promise<RedoEstimate> {
  const makers = makersNow(ctx.config);
  const sums = new Sums(ctx.db);
  const scope = { collectionId, body, until: ctx.clock() };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { files, last } = await outdatedPage(ctx.db, makers, scope, after);
    for (const file of files) await sums.add(file);
    await sums.addRuns(files);
    after = last;
    await ctx.yieldTurn();
  }
  return { collection_id: collectionId, ...sums.shown(ctx.config.workers) };
}

/** As it is stored with a redo. */
export function expectedOf({ files, seconds, modalities }: RedoEstimate, makers: MakersNow): Expected {
  const made = (modality: RedoModality) => modalities.some((one) => one.modality === modality);
  const encoder = made('meaning') ? (makers.meaning ?? null) : null;
  const pictures = made('pictures') ? (makers.pictures ?? null) : null;
  return { files, ...(seconds !== undefined && { seconds }), chapters: made('chapters'), encoder, pictures };
}

/** Sums over files. */
class Sums {
  readonly #db: Db;
  readonly #parts = new Map<RedoModality, OpenPart>();
  readonly #speeds = new Map<string, Promise<SpeedOf>>();
  #files = 0;
  /** Seconds of work that workers share, and of what one after the other does; undefined once a part is unknown. */
  #shared: number | undefined = 0;
  #single: number | undefined = 0;
  #runs = 0;
  #minutes = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async add({ seconds, results }: OutdatedFile): Promise<void> {
    const again = results.filter(({ stays }) => !stays);
    if (again.length > 0) this.#files += 1;
    const took = new Map<RedoModality, number | undefined>();
    for (const { modality, before, now, change, stays } of results) {
      const part = this.#part(modality, now);
      const group = part.replaces.find(
        (one) => one.made_by === before && one.change === change && one.stays === stays,
      );
      if (group) group.files += 1;
      else part.replaces.push({ made_by: before, change, files: 1, stays });
      if (stays) continue;
      const { perSecond, measured } = await this.#speed(modality, now);
      const own = perSecond === undefined ? undefined : perSecond * Math.max(seconds, PICTURE_SECONDS);
      took.set(modality, own);
      part.files += 1;
      part.media_seconds += seconds;
      part.seconds = plus(part.seconds, own);
      part.measured = measured;
    }
    const of = (modality: RedoModality) => (took.has(modality) ? took.get(modality) : 0);
    // The picture is looked at while the sound is heard.
    const heard = plus(of('speech'), of('audio_description'));
    const seen = [of('scene_text'), of('visual_scene_description')].reduce(longest, 0);
    this.#shared = plus(this.#shared, plus(longest(heard, seen), of('faces')));
    this.#single = ONE_BY_ONE.map(of).reduce(plus, this.#single);
  }

  /** Counts the runs of criteria that use the speech of these files, in all collections. */
  async addRuns(files: readonly OutdatedFile[]): Promise<void> {
    const heard = files.filter(({ results }) =>
      results.some((one) => one.modality === 'speech' && !one.stays),
    );
    if (heard.length === 0) return;
    const { runs, minutes } = await this.#db
      .selectFrom('collection_files as of')
      .innerJoin('criterion_files as c', (on) =>
        on.onRef('c.collection_id', '=', 'of.collection_id').onRef('c.file_id', '=', 'of.file_id'),
      )
      .innerJoin('files as f', 'f.id', 'of.file_id')
      .select((all) => [
        all.fn.countAll<number>().as('runs'),
        all.fn.sum<number>(minutesOf('f')).as('minutes'),
      ])
      .where(
        'of.file_id',
        'in',
        heard.map(({ file_id }) => file_id),
      )
      .where(isKept('criterion_files', 'c'))
      .executeTakeFirstOrThrow();
    this.#runs += Number(runs);
    this.#minutes += Number(minutes ?? 0);
  }

  shown(workers: number): Omit<RedoEstimate, 'collection_id'> {
    const seconds = plus(
      this.#shared === undefined ? undefined : this.#shared / Math.max(1, workers),
      this.#single,
    );
    return {
      files: this.#files,
      ...(seconds !== undefined && { seconds: rounded(seconds) }),
      runs: this.#runs,
      cost: creditsOf(costOf(this.#minutes)),
      modalities: [...this.#parts.values()].map(({ seconds: own, ...part }) => ({
        ...part,
        media_seconds: rounded(part.media_seconds),
        ...(own !== undefined && { seconds: rounded(own) }),
      })),
    };
  }

  #part(modality: RedoModality, made_by: string) {
    const known = this.#parts.get(modality);
    const part: OpenPart = known ?? {
      modality,
      made_by,
      files: 0,
      media_seconds: 0,
      seconds: 0,
      measured: false,
      replaces: [],
    };
    this.#parts.set(modality, part);
    return part;
  }

  #speed(modality: RedoModality, made: string): Promise<SpeedOf> {
    const key = `${modality} ${made}`;
    const speed = this.#speeds.get(key) ?? speedOf(this.#db, modality, made);
    this.#speeds.set(key, speed);
    return speed;
  }
}

type Seconds = number | undefined;
const plus = (one: Seconds, other: Seconds): Seconds =>
  one === undefined || other === undefined ? undefined : one + other;
const longest = (one: Seconds, other: Seconds): Seconds =>
  one === undefined || other === undefined ? undefined : Math.max(one, other);
const rounded = (seconds: number) => Math.round(seconds * 10) / 10;
