const FILE = '3f6c1d2e-8a4b-4c5d-9e6f-7a8b9c0d1e2f';

/** Bodies of operations whose rules say more than their schema: one made from the schema would be refused. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  'media.add': { file_id: FILE },
  'search.run': { scope: 'segment', query: 'When is the launch?', collections: [FILE] },
  'face-match.create': {
    source_image: { url: 'https://media.example.com/ada.jpg' },
    target_video_url: 'https://media.example.com/launch.mp4',
  },
  'page-link.create': { page: 'jobs' },
  'extract.create': { url: 'https://media.example.com/launch.mp4', prompt: 'People and prices' },
};
