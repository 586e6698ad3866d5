/** An operation that takes an address of somebody else's choice, which the service fetches. */
export interface Taker {
  readonly name: string;
  /** The operation, and the field that holds the address. */
  readonly operation: string;
  readonly field: string;
  readonly path: string;
  /** @param there uris of files, for operations that need one besides the address */
  body(url: string, there: { readonly film: string; readonly picture: string }): object;
  /** Where the outcome is, from what the operation answered; left out where the answer is the outcome. */
  outcome?(answer: Readonly<Record<string, unknown>>): string;
  /** What the outcome has in the end; the status `completed` where it is left out. */
  readonly ends?: object;
}

/** Identifiers of collections: one for texts, one of type face-analysis. */
export interface TakerCollections {
  readonly texts: string;
  readonly faces: string;
}

/** Every one of them. */
export function takers({ texts, faces }: TakerCollections): readonly Taker[] {
  const quiet = { enable_speech: false, enable_scene_text: false };
  const few = { frame_extraction_config: { strategy: 'uniform', end_time_seconds: 1 } };
  return [
    {
      name: 'files/sync',
      operation: 'file.sync',
      field: 'url',
      path: '/files/sync',
      body: (url) => ({ url }),
      outcome: ({ id }) => `/files/${id}`,
    },
    {
      name: 'adding media',
      operation: 'media.add',
      field: 'url',
      path: `/collections/${texts}/media`,
      body: (url) => ({ url }),
      outcome: ({ file_id }) => `/collections/${texts}/videos/${file_id}`,
    },
    {
      name: 'describe',
      operation: 'describe.create',
      field: 'url',
      path: '/describe',
      body: (url) => ({ url, ...quiet }),
      outcome: ({ job_id }) => `/describe/${job_id}`,
    },
    {
      name: 'transcribe',
      operation: 'transcribe.create',
      field: 'url',
      path: '/transcribe',
      body: (url) => ({ url }),
      outcome: ({ job_id }) => `/transcribe/${job_id}`,
    },
    {
      name: 'extract',
      operation: 'extract.create',
      field: 'url',
      path: '/extract',
      body: (url) => ({ url, prompt: 'names' }),
      outcome: ({ job_id }) => `/extract/${job_id}`,
      // Nothing is said or shown in the film that could be extracted.
      ends: { status: 'not_applicable' },
    },
    {
      name: 'face-detect',
      operation: 'face-detect.create',
      field: 'url',
      path: '/face-detect',
      body: (url) => ({ url, ...few }),
      outcome: ({ face_detection_id }) => `/face-detect/${face_detection_id}`,
    },
    {
      name: 'face-match by the picture',
      operation: 'face-match.create',
      field: 'source_image.url',
      path: '/face-match',
      body: (url, { film }) => ({ source_image: { url }, target_video_url: film, ...few }),
      outcome: ({ face_match_id }) => `/face-match/${face_match_id}`,
    },
    {
      name: 'face-match by the film',
      operation: 'face-match.create',
      field: 'target_video_url',
      path: '/face-match',
      body: (url, { picture }) => ({ source_image: { url: picture }, target_video_url: url, ...few }),
      outcome: ({ face_match_id }) => `/face-match/${face_match_id}`,
    },
    {
      name: 'search by the picture',
      operation: 'search.run',
      field: 'source_image.url',
      path: '/search',
      body: (url) => ({ scope: 'face', collections: [faces], source_image: { url } }),
      ends: { scope: 'face', results: [] },
    },
  ];
}

/** Ways to write an address that leads to this machine, its network or no host at all. */
export const forms = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0x7f.0.0.0x1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://a.localhost:PORT/',
  'http://ⓛocalhost:PORT/',
  'http://127。0。0。1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[2606:4700::5efe:127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fd00::1]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[::ffff:169.254.169.254]/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://user:pass@127.0.0.1:PORT/',
  'http://user@films.example/',
  'http://films.example@127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:PORT/',
  'data:text/plain,x',
  'concat:/etc/passwd|/etc/passwd',
  '//127.0.0.1:PORT/',
  'http://',
  'http://127.0.0.1:99999/',
];
