/**
 * Every command by name: its group, its summary and, if it sends requests, its operation. Separate from the
 * commands, so that the overview loads none of them.
 */

import type { OperationId } from '../../../contract/index.ts';

export type Group = 'documented' | 'companion' | 'local' | 'setup';

export interface Entry {
  readonly group: Group;
  readonly summary: string;
  readonly operation?: OperationId;
  /** Method and path, for the thirteen documented endpoints. */
  readonly endpoint?: string;
}

const documented = (operation: OperationId, endpoint: string, summary: string) =>
  ({ group: 'documented', operation, endpoint, summary }) as const;
const companion = (operation: OperationId, summary: string) =>
  ({ group: 'companion', operation, summary }) as const;
const local = (summary: string) => ({ group: 'local', summary }) as const;
const setup = (summary: string) => ({ group: 'setup', summary }) as const;

export const catalogue = {
  'moment-criteria attach': documented(
    'moment-criteria.attach',
    'POST /collections/{collection_id}/moment-criteria',
    'Attach a criterion to a moments collection and backfill its files',
  ),
  'share create': documented('share.create', 'POST /share', 'Share a file or a segment of it'),
  'media add': documented(
    'media.add',
    'POST /collections/{collection_id}/media',
    'Add a video or audio file to a collection',
  ),
  'deep-search cancel': documented(
    'deep-search.cancel',
    'POST /deepSearch/{id}/cancel',
    'Cancel a deep search in progress',
  ),
  'chat list': documented('chat.list', 'GET /chat/completions', 'List chat completions'),
  'file get': documented('file.get', 'GET /files/{file_id}', 'Show a file'),
  'face-match get': documented('face-match.get', 'GET /face-match/{face_match_id}', 'Show a face match job'),
  'face-detect get': documented(
    'face-detect.get',
    'GET /face-detect/{face_detection_id}',
    'Show a face detection job',
  ),
  'extract list': documented('extract.list', 'GET /extract', 'List extraction jobs'),
  'collection delete': documented(
    'collection.delete',
    'DELETE /collections/{collection_id}',
    'Delete a collection; the files in it remain',
  ),
  'frames delete': documented(
    'frames.delete',
    'DELETE /frames/{frame_extraction_id}',
    'Delete a frame extraction and its frames',
  ),
  'tag delete': documented('tag.delete', 'DELETE /tags/{tag_id}', 'Delete a tag'),
  'webhook update': documented('webhook.update', 'PUT /webhooks/{webhook_id}', 'Change a webhook'),

  'file upload': companion('file.upload', 'Upload a local video, audio or image file'),
  'file sync': companion('file.sync', 'Ingest a file from a URL; the same URL gives the same file'),
  'file list': companion('file.list', 'List files'),
  'file update': companion('file.update', "Change a file's metadata or name"),
  'file delete': companion('file.delete', 'Delete a file and everything derived from it'),
  'collection create': companion('collection.create', 'Create a collection'),
  'collection list': companion('collection.list', 'List collections'),
  'collection get': companion('collection.get', 'Show a collection'),
  'collection update': companion('collection.update', 'Rename or describe a collection'),
  'collection export': {
    group: 'companion',
    summary: 'Export a collection as tables, subtitles, edit lists or timelines',
  },
  'media list': companion('media.list', 'List the files of a collection'),
  'media get': companion('media.get', 'Show one file of a collection'),
  'media remove': companion('media.remove', 'Remove a file from a collection; the file remains'),
  'moment-criteria detach': companion(
    'moment-criteria.detach',
    'Detach a criterion from a moments collection',
  ),
  'moment-criteria list': local('List the criteria of a moments collection'),
  'search run': companion('search.run', 'Search collections for files, segments, faces or moments'),
  'search list': companion('search.list', 'List searches'),
  'search get': companion('search.get', 'Show a search and its results'),
  'chat ask': companion('chat.create', 'Ask about a collection, or have a conversation'),
  'chat get': companion('chat.get', 'Show a chat completion with its citations'),
  'deep-search run': companion('deep-search.run', 'Ask a question about collections or files'),
  'deep-search list': companion('deep-search.list', 'List deep searches'),
  'deep-search get': companion('deep-search.get', 'Show a deep search and its results'),
  'deep-search delete': companion('deep-search.delete', 'Delete a deep search'),
  query: companion('query.run', 'Ask in SQL about what was understood'),
  'share list': companion('share.list', 'List shares'),
  'share get': companion('share.get', 'Show a share, or the stream of a clip of it'),
  'share update': companion('share.update', "Change a share's title, description or preview"),
  'share delete': companion('share.delete', 'Delete a share; its link stops working'),
  'tag create': companion('tag.create', 'Tag a file or a segment'),
  'tag list': companion('tag.list', 'List tags'),
  'tag get': companion('tag.get', 'Show a tag'),
  'tag update': companion('tag.update', 'Change a tag'),
  'webhook create': companion('webhook.create', 'Subscribe a URL to events'),
  'webhook list': companion('webhook.list', 'List webhooks'),
  'webhook get': companion('webhook.get', 'Show a webhook and its secret'),
  'webhook delete': companion('webhook.delete', 'Delete a webhook'),
  'webhook rotate': companion('webhook.rotate', 'Replace the secret of a webhook'),
  'webhook test': companion('webhook.test', 'Send a test event to a webhook'),
  'webhook deliveries': companion('webhook.deliveries', 'List the deliveries of a webhook'),
  'webhook delivery': companion('webhook.delivery', 'Show a delivery and what the receiver responded'),
  'webhook redeliver': companion('webhook.redeliver', 'Deliver an event again'),
  'segments list': companion('segment.list', 'List the segments of a file'),
  'segmentation create': companion('segmentation.create', 'Cut a file into segments'),
  'segmentation list': companion('segmentation.list', 'List the segmentations of a file'),
  'segmentation get': companion('segmentation.get', 'Show a segmentation and its segments'),
  'extract create': companion('extract.create', 'Extract entities from media'),
  'extract get': companion('extract.get', 'Show an extraction job and its entities'),
  'extract delete': companion('extract.delete', 'Delete an extraction job'),
  'describe create': companion('describe.create', 'Describe media: speech, scene text, scenes, sound'),
  'describe list': companion('describe.list', 'List describe jobs'),
  'describe get': companion('describe.get', 'Show a describe job, as fields, subtitles or text'),
  'describe redo': companion('redo.file', 'Make results again with what would make them now'),
  'describe delete': companion('describe.delete', 'Delete a describe job'),
  'transcribe create': companion('transcribe.create', 'Transcribe speech in media, with times'),
  'transcribe list': companion('transcribe.list', 'List transcribe jobs'),
  'transcribe get': companion('transcribe.get', 'Show a transcribe job, as fields, subtitles or text'),
  'transcript put': companion('transcript.put', 'Replace a transcript by one corrected by hand'),
  'transcript delete': companion('transcript.delete', 'Remove a corrected transcript'),
  'frames create': companion('frames.create', 'Extract frames from a file'),
  'face-detect create': companion('face-detect.create', 'Find faces in media'),
  'face-match create': companion('face-match.create', 'Find a face in media'),
  'moments list': companion('moment.list', 'List the moments of a collection'),
  'moments findings': companion('finding.list', 'List what was observed, or is absent, in a collection'),
  'find-moments create': companion('find-moments.create', 'Run a criterion over media outside collections'),
  'find-moments list': companion('find-moments.list', 'List runs of criteria'),
  'find-moments get': companion('find-moments.get', 'Show a run of a criterion and its moments'),
  'find-moments delete': companion('find-moments.delete', 'Cancel and delete a run of a criterion'),
  'media-description get': companion(
    'media-description.get',
    'Show the description of a file: speech, text, scenes, sound',
  ),
  'media-description list': companion('media-description.list', 'List the descriptions of a collection'),
  'rich-transcript get': companion('rich-transcript.get', 'Show the transcript of a file'),
  'rich-transcript list': companion('rich-transcript.list', 'List the transcripts of a collection'),
  'entity list': companion('entity.list', 'List the entities of a collection'),
  'entity get': companion('entity.get', 'Show the entities of a file in a collection'),
  'billing balance': companion('billing.balance', 'Show the balance of the account'),
  'billing ledger': companion('billing.ledger', 'List what the account was charged and refunded'),
  'billing rates': companion('billing.rates', 'List what operations cost'),
  open: companion('page-link.create', 'Open the pages of the service in a browser, signed in'),
  clip: { group: 'companion', summary: 'Save found moments and spans of files as clips, or as a reel' },
  watch: { group: 'companion', summary: 'Upload what arrives in a folder' },
  wait: { group: 'companion', summary: 'Wait for jobs to finish' },

  probe: local('Probe local video, audio and image files'),
  api: local('Send any API request'),
  'webhook listen': local('Receive events on this machine, verify, print and forward them'),
  'webhook verify': local('Verify the signature of a delivery'),
  commands: local('List every command, or all details of one, as JSON'),
  schema: local('Show the input and output of a command as JSON Schema'),

  quickstart: setup('Start the embedded service and process a first film'),
  serve: setup('Run the service on this machine, in the foreground'),
  worker: setup('Run jobs of a service on this machine, in the foreground'),
  'service start': setup('Start the embedded service in the background'),
  'service stop': setup('Stop the embedded service'),
  'service status': setup('Show whether the embedded service is running'),
  'service logs': setup("Show the embedded service's log"),
  'service doctor': setup('Show which speech, text, face and vision providers are active'),
  'service config': setup("Show and change the embedded service's settings"),
  'service account': setup('List and create accounts of the embedded service'),
  'service billing': setup('Show balances and the ledger of the embedded service, and top up'),
  'service token': setup('List, create and revoke bearer tokens of the embedded service'),
  'service backup': setup('Copy the data of the embedded service, also while it runs'),
  'service restore': setup('Make an empty data folder what a backup holds'),
  'service repair': setup('List, adopt or remove files that the database does not know'),
  'service reset': setup('Delete all data of the embedded service'),
  'store move': setup('Move all rows of a service between SQLite and PostgreSQL'),
  mcp: setup('Serve agents by the Model Context Protocol'),
  'agent setup': setup('Let the agents on this machine use vau'),
  doctor: setup('Find problems with this installation, and how to fix them'),
  completion: setup('Print or install completion for your shell'),
  'setup show': setup('Show what each modality has, and how to get better'),
  'setup ffmpeg': setup('Install ffmpeg if there is none'),
  'setup speech': setup('Bring a better recogniser of speech'),
  'setup text': setup('Bring more languages for on-screen text'),
  'setup speakers': setup('Bring what tells speakers apart by their voices (experimental)'),
  'setup meaning': setup('Bring an encoder that compares texts by meaning, in many languages'),
  'setup pictures': setup('Bring encoders that find frames by what they show (experimental)'),
  'setup language': setup('Bring a language model'),
  'auth login': setup('Save a base URL and a token in a profile'),
  'auth logout': setup('Remove the token of a profile'),
  'auth status': setup('Show which service and token are in use, and check them'),
  'auth token': setup('Show which token is in use, masked, or save it in a file'),
  'config list': setup('List the settings of a profile'),
  'config get': setup('Print one setting'),
  'config set': setup('Change a setting'),
  'config unset': setup('Remove a setting'),
  'config path': setup('Print the path of the configuration file'),
  'config explain': setup('Show where a setting comes from and what it overrides'),
} as const satisfies Record<string, Entry>;

export type CommandName = keyof typeof catalogue;

/** The entry of a command. */
export const entryOf = (name: CommandName): Entry => catalogue[name];

/** The command names in the order of the catalogue. */
export const commandNames = Object.keys(catalogue) as CommandName[];

/** First word of a command's name: `share` of `share create`. */
export const nounOf = (name: string): string => name.split(' ')[0] ?? name;

export type Noun = CommandName extends infer Name
  ? Name extends `${infer First} ${string}`
    ? First
    : Name
  : never;

/** The tasks, in the order of help. */
export const tasks = {
  upload: 'Upload and organise media',
  analyse: 'Analyse media',
  ask: 'Search and ask',
  share: 'Share',
  automate: 'Automate',
  administer: 'Set up and administer',
} as const;
export type Task = keyof typeof tasks;

/** The task of each noun; nouns are shown in this order. */
const taskOf: Readonly<Record<Noun & string, Task>> = {
  file: 'upload',
  collection: 'upload',
  media: 'upload',
  tag: 'upload',
  segmentation: 'upload',
  segments: 'upload',
  frames: 'upload',
  watch: 'upload',
  probe: 'upload',
  describe: 'analyse',
  transcribe: 'analyse',
  transcript: 'analyse',
  extract: 'analyse',
  'media-description': 'analyse',
  'rich-transcript': 'analyse',
  entity: 'analyse',
  'face-detect': 'analyse',
  'face-match': 'analyse',
  'moment-criteria': 'analyse',
  moments: 'analyse',
  'find-moments': 'analyse',
  search: 'ask',
  'deep-search': 'ask',
  chat: 'ask',
  query: 'ask',
  open: 'share',
  share: 'share',
  clip: 'share',
  wait: 'automate',
  agent: 'automate',
  mcp: 'automate',
  webhook: 'automate',
  api: 'automate',
  commands: 'automate',
  schema: 'automate',
  quickstart: 'administer',
  serve: 'administer',
  worker: 'administer',
  service: 'administer',
  store: 'administer',
  setup: 'administer',
  doctor: 'administer',
  billing: 'administer',
  auth: 'administer',
  config: 'administer',
  completion: 'administer',
};

/** The nouns of a task, in the order of help. */
export const nounsOf = (task: Task): string[] =>
  Object.entries(taskOf).flatMap(([noun, of]) => (of === task ? [noun] : []));

/** Verbs that most nouns share, in the order of help; other verbs come first. */
const order = ['list', 'get', 'update', 'cancel', 'delete', 'remove'];

/** The commands of a noun, in the order of help. */
export function commandsOf(noun: string): CommandName[] {
  const rank = (name: string) => order.indexOf(name.slice(noun.length + 1));
  return commandNames.filter((name) => nounOf(name) === noun).sort((a, b) => rank(a) - rank(b));
}

/** Whether a command is one of the thirteen documented endpoints. */
export const isDocumented = (name: CommandName): boolean => entryOf(name).group === 'documented';
