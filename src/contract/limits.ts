/** The documented limits, and the bounds the companion operations fix. One place, read by both sides. */
export const limits = {
  /** Most items one page can hold. */
  pageMaximum: 100,
  /** Page size where a list names none of its own. */
  pageDefault: 50,
  nameCharacters: 255,
  criterionNameLength: 64,
  criterionNamePattern: /^[a-z][a-z0-9_]*$/,
  signalsMinimum: 1,
  minDurationDefaultSeconds: 5,
  maxDurationDefaultSeconds: 300,
  /** Uniform segmentation used when media is added without any. */
  defaultWindowSeconds: 20,
  windowSeconds: { min: 1, max: 120 },
  shotThresholdDefault: 27,
  shotMinSeconds: { min: 0.6, max: 600, default: 0.6 },
  shotMaxSeconds: { min: 1, max: 600, default: 300 },
  framesPerSegment: { min: 0, max: 8 },
  keyframeWidth: { min: 144, max: 4320 },
  /** Segments and key frames of one segmentation, as this service bounds them: two days in windows of ten seconds. */
  segments: { max: 20_000, pictures: 100_000 },
  /** Frames of one extraction, as this service bounds them: two hours of every frame. */
  framesPerExtraction: 200_000,
  framesPerSecond: { min: 0.1, max: 30, default: 1 },
  frameWidth: { min: 64, max: 4096, default: 1024 },
  deepSearchResults: { min: 1, max: 500, default: 20 },
  searchResults: { min: 1, max: 500, default: 10 },
  /** What one search names at most: modalities to look in, labels of tags. */
  searchModalities: 5,
  labelFilters: 100,
  faceMatches: { min: 1, max: 4000, default: 50 },
  temperature: { min: 0, max: 2 },
  /** What is asked of an extraction, as this service bounds it. */
  extractPromptCharacters: 20_000,
  extractSchema: { depth: 6, properties: 200, values: 200, characters: 64 * 1024 },
  /** Any JSON that is sent: how deep it nests, and how many values it holds in all. */
  json: { depth: 100, values: 100_000 },
  /** Most items of all lists of a body or query together. */
  listItems: 25_000,
  /** A filter: conditions of all its parts together, values of all valueTextArray together, and the size of each. */
  filter: { conditions: 50, values: 1_000, pathCharacters: 200, pathLevels: 16, valueCharacters: 2_000 },
  /** Most bytes of one uploaded file, where the one who runs the embedded service says nothing else. */
  uploadBytes: 64 * 1024 ** 3,
} as const;
