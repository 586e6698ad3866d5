/**
 * What the bounds of lists by time mean, in words: a day stands for its start in UTC, `after` includes the bound and
 * `before` does not, so that adjacent windows neither overlap nor leave a gap. Plain data, for help and for the API.
 */

/** @param what happened to what is listed: created, added */
export const boundsInWords = (what: string) =>
  ({
    before: `Only those ${what} before this day (YYYY-MM-DD, from 0:00 UTC) or date-time`,
    after: `Only those ${what} on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later`,
  }) as const;

/** The limits of the API reference and of the companion operations, for client and service. */
export const limits = {
  /** Terms of a vocabulary, and characters of each. */
  terms: 500,
  termCharacters: 100,
  /** Maximum page size. */
  pageMaximum: 100,
  /** Default page size, unless a list has its own: those of long items, and the segments of a segmentation. */
  pageDefault: 50,
  longItemsPageDefault: 20,
  segmentsPageDefault: 10,
  nameCharacters: 255,
  criterionNameLength: 64,
  criterionNamePattern: /^[a-z][a-z0-9_]*$/,
  signalsMinimum: 1,
  minDurationDefaultSeconds: 5,
  maxDurationDefaultSeconds: 300,
  /** Default uniform segmentation. */
  defaultWindowSeconds: 20,
  windowSeconds: { min: 1, max: 120 },
  shotThresholdDefault: 27,
  shotMinSeconds: { min: 0.6, max: 600, default: 0.6 },
  shotMaxSeconds: { min: 1, max: 600, default: 300 },
  framesPerSegment: { min: 0, max: 8 },
  keyframeWidth: { min: 144, max: 4320 },
  /** Segments and keyframes per segmentation, limited by this service: two days in windows of ten seconds. */
  segments: { max: 20_000, pictures: 100_000 },
  /** Frames per extraction, limited by this service: two hours with every frame. */
  framesPerExtraction: 200_000,
  framesPerSecond: { min: 0.1, max: 30, default: 1 },
  frameWidth: { min: 64, max: 4096, default: 1024 },
  deepSearchResults: { min: 1, max: 500, default: 20 },
  searchResults: { min: 1, max: 500, default: 10 },
  /** Score from which a result counts. */
  searchThreshold: { min: 0, max: 1 },
  /** Maximum number of modalities and labels in one search. */
  searchModalities: 5,
  labelFilters: 100,
  /** Length of a clip that is cut out of a file, in seconds; limited by this service. */
  clipSeconds: 600,
  faceMatches: { min: 1, max: 4000, default: 50 },
  temperature: { min: 0, max: 2 },
  /** Messages of a chat, limited by this service. */
  chatMessages: 200,
  chatMessageCharacters: 20_000,
  /**
   * An SQL query, limited by this service: characters of a statement; rows and bytes of its result, and bytes of one value;
   * seconds of processor time and in all; bytes of memory and of each temporary file; queries of an account, and of all
   * accounts of a service, at the same time.
   */
  query: {
    characters: 20_000,
    rows: 100_000,
    resultBytes: 16 * 1024 ** 2,
    valueBytes: 8 * 1024 ** 2,
    processorSeconds: 10,
    seconds: 30,
    memoryBytes: 384 * 1024 ** 2,
    fileBytes: 1024 ** 3,
    atOnce: { account: 2, service: 6 },
  },
  /** Input of an extraction, limited by this service. */
  extractPromptCharacters: 20_000,
  extractSchema: { depth: 6, properties: 200, values: 200, characters: 64 * 1024 },
  /** Maximum depth and number of values of any JSON input. */
  json: { depth: 100, values: 100_000 },
  /** Maximum number of items of all lists of a body or query together. */
  listItems: 25_000,
  /** A filter: conditions of all parts, values of all valueTextArray, and their sizes. */
  filter: { conditions: 50, values: 1_000, pathCharacters: 200, pathLevels: 16, valueCharacters: 2_000 },
  /** Maximum size of one uploaded file in bytes, unless the operator of the embedded service sets another. */
  uploadBytes: 64 * 1024 ** 3,
  /**
   * Smallest file, in bytes, that vau sends by a resumable upload. Its three more requests take 80 ms on a busy machine, and
   * 0.3 s over a line with a delay of 0.1 s; to send 16 MiB again takes 13 s at 10 Mbit/s.
   */
  resumableBytes: 16 * 1024 ** 2,
  /** Unfinished resumable uploads of one account, limited by this service. */
  unfinishedUploads: 100,
} as const;
