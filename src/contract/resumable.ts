/** Resumable uploads, as data: tus 1.0 (https://tus.io/protocols/resumable-upload). An addition of this service. */

/** What the service offers of the protocol. */
export const tus = {
  version: '1.0.0',
  /** Its extensions. */
  extensions: ['creation', 'expiration', 'termination', 'checksum'],
  /** Algorithms of Upload-Checksum. */
  checksums: ['sha1', 'sha256'],
  /** The path that uploads are created at, below the base URL. */
  path: '/uploads',
  /** Content type of the bytes of an upload. */
  contentType: 'application/offset+octet-stream',
} as const;

/** A request of the protocol. Requests and answers carry their values in headers, not in JSON. */
export interface UploadRoute {
  readonly id: string;
  readonly method: 'OPTIONS' | 'POST' | 'GET' | 'PATCH' | 'DELETE';
  /** Below the base URL. */
  readonly path: string;
  readonly summary: string;
  /** Headers of the request: name and meaning. */
  readonly asks?: Readonly<Record<string, string>>;
  /** Those that may be left out. */
  readonly optional?: readonly string[];
  readonly status: 200 | 201 | 204;
  /** Headers of the answer: name and meaning. */
  readonly answers: Readonly<Record<string, string>>;
  /** Error statuses, besides 401, 403, 429 and 500, which every request has. */
  readonly errors: readonly number[];
}

const one = `${tus.path}/{upload_id}`;
const expires = { 'upload-expires': 'When the upload is deleted unless more bytes come' };
const offset = 'Bytes that the service has';

/** Every request of the protocol. The id of an upload becomes the id of its file. */
export const uploadRoutes: readonly UploadRoute[] = [
  {
    id: 'upload.options',
    method: 'OPTIONS',
    path: tus.path,
    summary: 'Say whether uploads can be resumed, by tus 1.0; an addition of this service',
    status: 204,
    answers: {
      'tus-version': 'Versions of the protocol',
      'tus-extension': 'Extensions of the protocol',
      'tus-max-size': 'Largest upload, in bytes',
      'tus-checksum-algorithm': 'Algorithms of upload-checksum',
    },
    errors: [],
  },
  {
    id: 'upload.create',
    method: 'POST',
    path: tus.path,
    summary: 'Begin an upload that can be resumed; an addition of this service',
    asks: {
      'upload-length': 'Size of the file, in bytes',
      'upload-metadata':
        'Pairs of a name and a value in base64, separated by commas: filename, and the fields of POST /files (metadata, enable_segment_thumbnails, audio_language, vocabulary)',
    },
    optional: ['upload-metadata'],
    status: 201,
    answers: { location: 'The address of the upload', ...expires },
    errors: [400, 409, 412, 413, 507],
  },
  {
    id: 'upload.get',
    method: 'GET',
    path: one,
    summary:
      'Show how far an upload is; HEAD answers the same headers. Ends a request that is still sending to it. An addition of this service',
    status: 200,
    answers: { 'upload-offset': offset, 'upload-length': 'Size of the file, in bytes', ...expires },
    errors: [404, 412, 415],
  },
  {
    id: 'upload.append',
    method: 'PATCH',
    path: one,
    summary:
      'Send the next bytes of an upload. With the last byte it becomes a file with the same id, as if by POST /files. An addition of this service',
    asks: {
      'upload-offset': 'Position of the first byte; must be the number of bytes that the service has',
      'upload-checksum': 'Algorithm and checksum of these bytes in base64, such as sha256 47DEQpj8…',
    },
    optional: ['upload-checksum'],
    status: 204,
    answers: { 'upload-offset': offset, ...expires },
    errors: [400, 404, 408, 409, 412, 413, 415, 423, 460, 507],
  },
  {
    id: 'upload.delete',
    method: 'DELETE',
    path: one,
    summary: 'Give up an unfinished upload; its bytes are deleted. An addition of this service',
    status: 204,
    answers: {},
    errors: [404, 409, 412],
  },
];
