/** Manual pages for people who run vau unattended, or who must know where data goes. */
import type { Page } from './mdoc.ts';

/** The topics of `vau help TOPIC` and their summaries. The manual page of each is vau-TOPIC(7). */
export const topicSummaries = {
  config: 'profiles, and where settings come from',
  environment: 'environment variables of vau',
  'exit-status': 'exit statuses of vau commands',
  output: 'what vau prints, and where',
  pipelines: 'vau in scripts and pipelines',
  privacy: 'what leaves this machine, and what is kept on it',
  waiting: 'waiting for background jobs',
} as const;

export type TopicName = keyof typeof topicSummaries;

/** The name of a topic's manual page, and its summary. */
export const headOf = (topic: TopicName) =>
  ({ name: `vau-${topic}`, section: 7, summary: topicSummaries[topic] }) as const;

const vau: Page['seeAlso'][number] = ['vau', 1];

const pipelines: Page = {
  ...headOf('pipelines'),
  blocks: [
    'Without a terminal vau never asks, waits for a key or animates. What is missing is a usage error (exit status 2) that names the flag.',
    'Set the service and the token in the environment: VAU_BASE_URL and VAU_TOKEN. A token is never an argument.',
    'Standard output carries only the result. Read it as JSON with -o json, line by line with -o ndjson, or take values out of it with --query:',
    { code: ['vau file list --status failed --all -o ndjson', "vau file list --query 'data[].id' -o tsv"] },
    'Decide by the exit status, not by the text: vau help exit-status lists all of them. 10 means that a job failed, 124 that the wait took too long, 6 that something else has the same name.',
    'A step that may run twice takes --if-absent: what exists is returned instead of created again.',
    {
      code: [
        'vau collection create "Talks" --type moments --if-absent',
        'vau moment-criteria attach COLLECTION_ID --file criterion.yaml --if-absent',
      ],
    },
    'A command that starts a job takes --wait. To start several and wait for them later, use vau wait.',
    'One command works through a whole list: --from reads ids, CSV or ndjson, --concurrency says how many at once, and --resume records what is done, so that a run that was killed can go on.',
    { code: ['vau file delete --from failed.ndjson --resume deleted.journal --yes'] },
    'Look before you change something: --dry-run shows the request and sends nothing, --check and --estimate of vau moment-criteria attach send no criterion.',
    'A profile with confirm set to always needs --yes for every change, also in a pipeline.',
    'vau commands -o json lists every command in brief; vau commands with a name has all of one, vau schema the JSON Schema of its input and output.',
  ],
  seeAlso: [vau, ['vau-exit-status', 7], ['vau-output', 7], ['vau-waiting', 7], ['vau-environment', 7]],
};

const privacy: Page = {
  ...headOf('privacy'),
  blocks: [
    'vau sends no telemetry, looks for no updates and needs no account. It sends requests only to the service that you chose; vau config explain base_url shows which one that is and why.',
    { heading: 'The embedded service' },
    'vau serve and vau quickstart work on this machine. Media, transcripts and search stay there, and the service listens on this machine only, unless --host says otherwise. It connects to other machines only in these cases:',
    {
      list: [
        [
          'Ev VAU_SPEECH_URL , Ev VAU_VISION_URL , Ev VAU_LANGUAGE_URL , Ev VAU_EMBEDDINGS_URL',
          'Sound, pictures or text go to the server that you name there. Without these variables, nothing does.',
        ],
        ['Ic webhook create', 'Events go to the URL of the webhook.'],
        ['Ic file sync', 'The service fetches the URL that a request names.'],
        ['Ic share create', 'Anyone who reaches the service can open a public share.'],
        ['Ic setup ffmpeg', 'Downloads ffmpeg when you ask for it; vau quickstart does so if there is none.'],
      ],
    },
    'vau service doctor shows which recognisers and servers are active.',
    { heading: 'What is kept' },
    {
      list: [
        [
          'Pa ~/.config/vau/config.json',
          'Profiles with their tokens, as text that only you can read. vau auth logout removes a token.',
        ],
        [
          'Pa ~/.local/share/vau',
          'Media, results and the log of the embedded service. vau service reset deletes all of it.',
        ],
      ],
    },
    'The tokens of profiles are masked in everything that vau prints, also with --debug. vau file delete deletes the original and everything derived from it; nothing else deletes an original.',
  ],
  seeAlso: [vau, ['vau-config', 7], ['vau-environment', 7], ['vau-serve', 1], ['vau-service-doctor', 1]],
};

/** The pages, in the order of the topics. */
export const automation: readonly Page[] = [pipelines, privacy];
