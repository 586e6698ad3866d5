/** The flags that say how a file is cut into segments, and the configuration they make. */
import { detectors, narrativeStrategies, strategies } from '../../../contract/enums.ts';
import { limits } from '../../../contract/limits.ts';
import type { BodyInput } from '../../../contract/operations/index.ts';
import { UsageError } from '../../errors/errors.ts';
import { within } from '../../model/bounds.ts';
import { defined, some } from '../../model/plan.ts';
import { choice, either, integer, many, number, object, prose, range, seconds } from '../../model/values.ts';

type Config = BodyInput<'segmentation.create'>;
type Strategy = Config['strategy'];

/** Every field of a segmentation_config; `at` is where it stands in the body: `segmentation_config.` or nothing. */
const fieldsAt = (at: string) => ({
  strategy: choice(strategies, 'How to cut (default: follows from the flags below)', {
    field: `${at}strategy`,
  }),
  windowSeconds: seconds(
    `uniform: window length, ${within({ ...limits.windowSeconds, default: limits.defaultWindowSeconds })}`,
    {
      field: `${at}uniform_config.window_seconds`,
    },
  ),
  hopSeconds: seconds(
    `uniform: time between window starts, ${within(limits.windowSeconds)} (default: the window length)`,
    {
      field: `${at}uniform_config.hop_seconds`,
    },
  ),
  detector: choice(detectors, 'shot-detector: detector (default adaptive)', {
    field: `${at}shot_detector_config.detector`,
  }),
  threshold: number(
    `shot-detector: threshold of --detector content (default ${limits.shotThresholdDefault})`,
    {
      field: `${at}shot_detector_config.threshold`,
    },
  ),
  minSeconds: seconds(`shot-detector: minimum shot length, ${within(limits.shotMinSeconds)}`, {
    field: `${at}shot_detector_config.min_seconds`,
  }),
  maxSeconds: seconds(`shot-detector: maximum shot length, ${within(limits.shotMaxSeconds)}`, {
    field: `${at}shot_detector_config.max_seconds`,
  }),
  fillGaps: either('shot-detector: leave no gaps between shots (default yes)', {
    field: `${at}shot_detector_config.fill_gaps`,
  }),
  segment: many(range('manual: a segment, in seconds', { field: `${at}manual_config.segments` })),
  narrativePrompt: prose('narrative: what the chapters are about', {
    field: `${at}narrative_config.prompt`,
  }),
  narrativeStrategy: choice(narrativeStrategies, 'narrative: what chapters are based on (default balanced)', {
    field: `${at}narrative_config.strategy`,
  }),
  numberOfChapters: integer('narrative: number of chapters, 1 or more', {
    field: `${at}narrative_config.number_of_chapters`,
  }),
  minChapters: integer('narrative: minimum number of chapters', {
    field: `${at}narrative_config.min_chapters`,
  }),
  maxChapters: integer('narrative: maximum number of chapters', {
    field: `${at}narrative_config.max_chapters`,
  }),
  framesPerSegment: integer(`Keyframes per segment, ${within(limits.framesPerSegment)}`, {
    field: `${at}keyframe_config.frames_per_segment`,
  }),
  maxWidth: integer(`Maximum keyframe width in pixels, ${within(limits.keyframeWidth)}`, {
    field: `${at}keyframe_config.max_width`,
  }),
  startTime: seconds('Begin at this second of the media', { field: `${at}start_time_seconds` }),
  endTime: seconds('End at this second of the media', { field: `${at}end_time_seconds` }),
});

/** For a body whose segmentation_config is a field. */
export const segmentationFlags = {
  ...fieldsAt('segmentation_config.'),
  segmentationConfig: object('The whole configuration; the flags above override its fields'),
};

/** For a body that is a segmentation_config. */
export const ownSegmentationFlags = {
  ...fieldsAt(''),
  config: object('The whole configuration; the flags above override its fields', { field: '' }),
};

/** The values of those flags. */
export type SegmentationInput = {
  readonly [K in keyof ReturnType<typeof fieldsAt>]: ReturnType<typeof fieldsAt>[K] extends { type?: infer T }
    ? T | undefined
    : never;
};

/** The configuration the flags make on top of the given one; undefined when none was given. */
export function segmentationConfig(flags: SegmentationInput, given?: object): Config | undefined {
  const parts = partsOf(flags);
  const base = given as Partial<Config> | undefined;
  if (!base && Object.keys(parts).length === 0 && !flags.strategy) return undefined;
  const strategy = flags.strategy ?? base?.strategy ?? impliedBy(parts);
  return merged({ ...base, strategy }, parts) as Config;
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(flags: SegmentationInput) {
  return defined({
    uniform_config: some({ window_seconds: flags.windowSeconds, hop_seconds: flags.hopSeconds }),
    shot_detector_config: some({
      detector: flags.detector,
      threshold: flags.threshold,
      min_seconds: flags.minSeconds,
      max_seconds: flags.maxSeconds,
      fill_gaps: flags.fillGaps,
    }),
    manual_config: some({ segments: flags.segment }),
    narrative_config: some({
      prompt: flags.narrativePrompt,
      strategy: flags.narrativeStrategy,
      number_of_chapters: flags.numberOfChapters,
      min_chapters: flags.minChapters,
      max_chapters: flags.maxChapters,
    }),
    keyframe_config: some({ frames_per_segment: flags.framesPerSegment, max_width: flags.maxWidth }),
    start_time_seconds: flags.startTime,
    end_time_seconds: flags.endTime,
  });
}

/** The strategy whose flags were given. Those of two strategies are refused: one would be without effect. */
function impliedBy(parts: Parts): Strategy {
  const implied: Strategy[] = [];
  if (parts.uniform_config) implied.push('uniform');
  if (parts.shot_detector_config) implied.push('shot-detector');
  if (parts.manual_config) implied.push('manual');
  if (parts.narrative_config) implied.push('narrative');
  if (implied.length > 1)
    throw new UsageError(`The flags are those of ${implied.join(' and ')}: say which with --strategy`);
  return implied[0] ?? 'uniform';
}

/** Objects are merged field by field, so that one flag changes one field of a given configuration. */
function merged(base: Readonly<Record<string, unknown>>, parts: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, part] of Object.entries(parts)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(part) ? { ...before, ...part } : part;
  }
  return result;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
