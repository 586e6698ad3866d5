/** The segmentation flags, and the configuration they make. */

import type { BodyInput } from '../../../contract/operations/index.ts';
import { detectors, narrativeStrategies, strategies } from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import { UsageError } from '../../errors/errors.ts';
import { fieldsOf } from '../../model/fields.ts';
import {
  either,
  integer,
  many,
  number,
  object,
  openChoice,
  prose,
  range,
  seconds,
  within,
} from '../../model/values.ts';

type Config = BodyInput<'segmentation.create'>;
type Strategy = Config['strategy'];

/** Every field of a segmentation_config. @param at its path in the body: `segmentation_config.` or '' */
const fieldsAt = (at: string) => ({
  strategy: openChoice(strategies, 'Strategy (default: follows from the flags below)', {
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
  detector: openChoice(detectors, 'shot-detector: detector (default adaptive)', {
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
  segment: many(
    range('manual: a segment, START-END in seconds or as h:mm:ss', { field: `${at}manual_config.segments` }),
  ),
  narrativePrompt: prose('narrative: topic of the chapters', {
    field: `${at}narrative_config.prompt`,
  }),
  narrativeStrategy: openChoice(narrativeStrategies, 'narrative: basis of the chapters (default balanced)', {
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
  startTime: seconds('Start at this time of the media', { field: `${at}start_time_seconds` }),
  endTime: seconds('End at this time of the media', { field: `${at}end_time_seconds` }),
});

/** For a body with a segmentation_config field. */
export const segmentationFlags = {
  ...fieldsAt('segmentation_config.'),
  segmentationConfig: object('Complete configuration; the flags above override its fields'),
};

/** For a body that is itself a segmentation_config. */
export const ownSegmentationFlags = {
  ...fieldsAt(''),
  config: object('Complete configuration; the flags above override its fields', { field: '' }),
};

/** The flags' configuration on top of the given one; undefined when there is neither. */
export function segmentationConfig(
  input: Readonly<Record<string, unknown>>,
  given?: Readonly<Record<string, unknown>>,
): object | undefined {
  const { segmentation_config: made } = fieldsOf(segmentationFlags, {
    ...input,
    segmentationConfig: given,
  }) as {
    segmentation_config?: Partial<Config>;
  };
  if (!made || made.strategy) return made;
  return { strategy: impliedBy(fieldsOf(fieldsAt(''), input)), ...made };
}

/** The strategy that the given flags belong to. @throws UsageError when they belong to several strategies */
function impliedBy(flags: object): Strategy {
  const implied = strategies.filter((strategy) => CONFIGS[strategy] in flags);
  if (implied.length > 1)
    throw new UsageError(`These flags belong to ${implied.join(' and ')}: choose one with --strategy`);
  return implied[0] ?? 'uniform';
}

/** The field of each strategy's configuration. */
const CONFIGS: Readonly<Record<Strategy, keyof Config>> = {
  uniform: 'uniform_config',
  'shot-detector': 'shot_detector_config',
  manual: 'manual_config',
  narrative: 'narrative_config',
};
