import { type FrameExtraction, limits } from '../../../contract/index.ts';

export type Config = FrameExtraction['frame_extraction_config'];

/** A configuration with all defaults filled in and normalized, so that equal requests give equal texts. */
export interface FullFrameConfig extends Config {
  uniform_config: { frames_per_second: number; max_width: number };
}

/** The default: one frame per second. */
export const DEFAULT_FRAMES: FullFrameConfig = fullConfig({ strategy: 'uniform' });

export function fullConfig(config: Config): FullFrameConfig {
  const { uniform_config, start_time_seconds: start, end_time_seconds: end } = config;
  const { framesPerSecond, frameWidth } = limits;
  return {
    strategy: 'uniform' as const,
    uniform_config: {
      frames_per_second: uniform_config?.frames_per_second ?? framesPerSecond.default,
      max_width: uniform_config?.max_width ?? frameWidth.default,
    },
    ...(hasThumbnails(config) ? {} : { thumbnails_config: { enable_frame_thumbnails: false } }),
    ...(start === undefined || start === 0 ? {} : { start_time_seconds: start }),
    ...(end === undefined ? {} : { end_time_seconds: end }),
  };
}

/** Whether the frames of a configuration have thumbnails; default yes. */
export function hasThumbnails({ thumbnails_config: config }: Config): boolean {
  return config?.enable_frame_thumbnails ?? config?.enable_segment_thumbnails ?? true;
}
