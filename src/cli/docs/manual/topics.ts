/** Manual pages that apply to all commands: written texts, and tables from data. */

import { defaultWait } from '../../../client/wait/defaults.ts';
import { waitKinds } from '../../../client/wait/kinds.ts';
import { defaultRequestTimeout, defaultTotalTimeout, keys } from '../../../config/settings.ts';
import { speechProviders } from '../../../contract/values/enums.ts';
import { outputFormats } from '../../model/session.ts';
import { allStatuses } from '../exit-statuses.ts';
import type { Page } from './mdoc.ts';
import { automation, headOf } from './topics-automation.ts';

const vau: Page['seeAlso'][number] = ['vau', 1];

const exitStatus: Page = {
  ...headOf('exit-status'),
  blocks: [
    'Every command ends with one of these statuses. If the status is not 0, standard output is empty, with two exceptions: a failed wait prints the resource in its last state, and --all keeps the rows that it printed before a later page failed.',
    { list: allStatuses().map(({ status, meaning }) => [String(status), `${meaning}.`]) },
    'Errors go to standard error: what happened, why or what is allowed, and the command to type next. With -o json an error is one line of JSON, the last line of standard error, with code, message, hint, next, status (of HTTP), request_id, retryable and exit_status.',
  ],
  seeAlso: [vau, ['vau-wait', 1], ['vau-waiting', 7]],
};

/** Variables that `vau serve` reads; a test checks that none is missing. */
const ofTheService: Readonly<Record<string, string>> = {
  VAU_STORE:
    'Address of a PostgreSQL database that holds the store, shared by services and workers, such as postgres://vau@db.example/vau. ?schema=NAME chooses its schema (default vau). The password may be in PGPASSWORD or in ~/.pgpass. Default: SQLite in the data folder.',
  VAU_SECRETS_KEY:
    'Key that encrypts the secrets of webhooks: 32 bytes in base64, as openssl rand -base64 32 makes them. All services and workers of a PostgreSQL store need the same. Default: secrets.key in the data folder, which the first start makes.',
  VAU_SECRETS_KEY_FILE: 'File that holds this key, instead of VAU_SECRETS_KEY.',
  VAU_SPEECH_PROVIDERS: `Speech providers to try, in order, separated by commas: ${speechProviders.join(', ')}.`,
  VAU_SPEECH_URL: 'URL of a transcription server with the API of /v1/audio/transcriptions.',
  VAU_SPEECH_MODEL: 'Model to request from it. Default whisper-1.',
  VAU_SPEECH_LANGUAGE: 'Spoken language as ISO 639-1 code. Without it, the server detects the language.',
  VAU_SPEECH_TIMEOUT:
    'Timeout of a request to it, or of a piece of sound that a model of vau setup recognises, in seconds. Default 900.',
  VAU_SPEECH_KEY: 'API key for it.',
  VAU_SPEECH_KEY_ENV: 'Name of another variable that holds the API key.',
  VAU_SHERPA_MODEL_DIR: 'Folder with a model for sherpa-onnx.',
  VAU_POCKETSPHINX:
    'No longer a setting: a service refuses to start with it. vau hears with moonshine instead; VAU_SPEECH_PROVIDERS can leave that out.',
  VAU_SPEECH_LOCAL: 'Model of vau setup speech to use, such as whisper-small.',
  VAU_SPEAKERS_LOCAL: 'Model of vau setup speakers to use, such as pyannote-campplus.',
  VAU_VISION_URL: 'URL of a server that describes pictures, with the API of /v1/chat/completions.',
  VAU_VISION_MODEL: 'Model to request from it. Default default.',
  VAU_VISION_TIMEOUT: 'Timeout of a request to it, in seconds. Default 300.',
  VAU_VISION_KEY: 'API key for it.',
  VAU_VISION_KEY_ENV: 'Name of another variable that holds the API key.',
  VAU_LANGUAGE_URL: 'URL of a server with a language model, with the API of /v1/chat/completions.',
  VAU_LANGUAGE_MODEL: 'Model to request from it. Default default.',
  VAU_LANGUAGE_TIMEOUT: 'Timeout of a request to it, in seconds. Default 300.',
  VAU_LANGUAGE_KEY: 'API key for it.',
  VAU_LANGUAGE_KEY_ENV: 'Name of another variable that holds the API key.',
  VAU_LANGUAGE_LOCAL: 'Model of vau setup language to use. An endpoint comes first.',
  VAU_OBJECTS: 'Set to off to leave out the search for people, vehicles and animals in pictures.',
  VAU_EMBEDDINGS:
    'Set to off to find and compare texts by their words alone. The packaged English encoder, which starts when it is needed, takes up to 330 MB of memory.',
  VAU_EMBEDDINGS_URL:
    'URL of a server that turns texts into vectors, with the API of /v1/embeddings. Default: the packaged English encoder.',
  VAU_EMBEDDINGS_MODEL: 'Model to request from it. Default default.',
  VAU_EMBEDDINGS_TIMEOUT: 'Timeout of a request to it, in seconds. Default 300.',
  VAU_EMBEDDINGS_KEY: 'API key for it.',
  VAU_EMBEDDINGS_KEY_ENV: 'Name of another variable that holds the API key.',
  VAU_MEANING_LOCAL: 'Model of vau setup meaning to use. An endpoint comes first.',
  VAU_PICTURES_LOCAL: 'Model of vau setup pictures to use.',
  VAU_PUBLIC_URL:
    'Address at which others reach the service, such as https://media.example, behind a proxy. Links to shares begin with it.',
  VAU_RATE_LIMIT:
    'Requests per second that the service accepts per token, in bursts of up to five seconds. Default 200; 0 is no limit.',
  VAU_SIGN_IN_LIMIT:
    'Failed sign-ins per minute that it accepts from one address. Further ones get 429. Default 300; 0 is no limit.',
  VAU_PRIVATE_ADDRESSES:
    'Whether the service fetches URLs on this machine or in a private network when a caller gives one: on, off, or the ranges allowed, such as 10.0.0.0/8,fd00::/8. Default off.',
  VAU_IN_PLACE_FOLDERS:
    'Folders on its machine whose files the service may ingest in place, for every account: absolute paths, separated as in PATH. Default none.',
  VAU_OBJECT_STORAGE:
    'Bucket that holds originals, thumbnails and streams, such as s3://media/vau. Default: the data folder. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or the role of the machine give access.',
  VAU_OBJECT_ENDPOINT:
    'Address of a storage that speaks S3. Default: AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, else Amazon S3.',
  VAU_OBJECT_REGION: 'Its region. Default: AWS_REGION or AWS_DEFAULT_REGION; with an endpoint us-east-1.',
  VAU_OBJECT_PATH_STYLE:
    'Whether the bucket is in the path of addresses and not in the host name: on or off. Default: on with an endpoint, else off.',
  VAU_OBJECT_LINKS:
    'How clients get content from the bucket: service (through the service), or direct (redirected to signed addresses). Default service.',
  VAU_OBJECT_TIMEOUT: 'Seconds that the bucket may be silent before a request is tried again. Default 15.',
  VAU_OBJECT_CACHE_GB:
    'Gigabytes of fetched originals that the service keeps on its disk for later jobs. Default 20.',
  VAU_LOG_LEVEL:
    'Lowest level of the log of the service: debug (with a line for each request), info, warn or error. Default info.',
  VAU_LOG_FORMAT: 'Format of that log: plain, or json with one object per line. Default plain.',
};

const environment: Page = {
  ...headOf('environment'),
  blocks: [
    'A flag overrides the environment, the environment overrides the current profile, the profile overrides the default. --profile is a flag: the values of the profile that it names override the environment too. An empty variable counts as not set.',
    {
      list: [
        ...Object.values(keys).map(({ variable, help, flag }): [string, string] => [
          `Ev ${variable}`,
          `${help.charAt(0).toUpperCase()}${help.slice(1)}; ${flag ? `the flag is ${flag}` : 'there is no flag'}.`,
        ]),
        [
          'Ev VAU_CONFIG_DIR',
          'Folder of the configuration. Default $XDG_CONFIG_HOME/vau, else ~/.config/vau; on Windows %APPDATA%\\vau.',
        ],
        [
          'Ev VAU_DATA_DIR',
          'Data folder of the embedded service. Default $XDG_DATA_HOME/vau, else ~/.local/share/vau; on Windows %LOCALAPPDATA%\\vau.',
        ],
        [
          'Ev VAU_CATALOGUE',
          'JSON file of models of your own, as --catalogue of vau setup; quickstart, vau serve and vau service start use it too.',
        ],
        [
          'Ev XDG_CACHE_HOME',
          'Base of the folder for the compiled form of vau when its own folder is read-only. Default ~/.cache; on Windows %LOCALAPPDATA%.',
        ],
        [
          'Ev VAU_FFMPEG , Ev FFMPEG_BIN',
          'The ffmpeg to use; VAU_FFMPEG comes first. If it does not run, that is an error. The flag is --ffmpeg.',
        ],
        ['Ev VAU_WEBHOOK_SECRET', 'Secret of a webhook, for vau webhook listen and vau webhook verify.'],
        ...Object.entries(ofTheService).map(([name, text]): [string, string] => [`Ev ${name}`, text]),
        [
          'Ev NO_COLOR , Ev FORCE_COLOR',
          'Turn colour off or on, whatever the terminal; the flag is --color.',
        ],
        [
          'Ev HTTP_PROXY , Ev HTTPS_PROXY , Ev NO_PROXY',
          'Proxies for http and https: http://HOST:PORT, with NAME:PASSWORD@ before the host if the proxy needs it. NO_PROXY lists targets to reach without a proxy: hosts, domains with their subdomains, addresses, and ranges such as 10.0.0.0/8, each with an optional :PORT; * is everything. This machine is never reached through a proxy.',
        ],
        ['Ev NODE_EXTRA_CA_CERTS', 'File of certificates to trust in addition to those of Node.'],
      ],
    },
  ],
  seeAlso: [vau, ['vau-config-explain', 1], ['vau-config', 7]],
};

const output: Page = {
  ...headOf('output'),
  blocks: [
    `Standard output carries only the result of a command. Choose its format with -o: ${outputFormats.join(', ')}.`,
    '--fields keeps some fields of each row: dotted paths, separated by commas. A path into a list takes the field of each item, or of one item by its index. --query applies a JMESPath expression to the whole result, after all pages.',
    'On a terminal a table fits the width, with local times and readable sizes. On a pipe every value is complete and exact: times are ISO 8601 in UTC, sizes are bytes. In a pager such rows are long; less -S keeps each on one line: vau file list --all | less -S.',
    'JSON output is the API object, unchanged. It contains fields that this version does not know, and numbers keep all the digits that the service sent; JSON input keeps its digits too, and the embedded service refuses a number that it could not keep. In YAML, and as single cells of a table, CSV or TSV, numbers have double precision.',
    'ndjson, csv and tsv have one row per item of a list: a line of JSON, RFC 4180, or tabs with backslash escapes. Values are those of the API, with times in Unix milliseconds. CSV and TSV columns are named by their path. When --query returns values without names there is no header: a single value is one line, a list of values is one line per value, and a list of lists is one row per list.',
    '--fields a,b.c keeps those fields of each row, inside the surrounding list. A field that the API does not define and the service did not send is a usage error. --query applies a JMESPath expression to the whole result; with --all, after the last page.',
    '--all fetches every page. Table, ndjson, CSV and TSV rows are written page by page. JSON is one value: a list of more than 4 MiB is written in pieces as the pages arrive, a shorter one at the end. YAML and the result of --query are written at the end.',
    '--from FILE runs a command for each row of ndjson, of CSV or of a list of ids. Rows start in order, --concurrency at a time. Each result is printed at once as a line of ndjson, with its row, ok and exit_status. For a file, all rows are checked before the first request is sent. A pipe (--from -) is processed as it arrives, and an invalid row is a failed result. Rows are not kept in memory; results are kept only with -o json, which is one value. To delete everything in a list, write the list to a file first: deleting while you list shifts the pages, and some items would be skipped. --resume JOURNAL records the results, and the next run skips the rows that are done. The exit status is that of the failures, or 1 when they differ.',
    '--dry-run shows a request, also as a curl command, and sends nothing. --debug traces requests and responses on standard error, without secrets.',
    'Progress, notes and prompts go to standard error. Without a terminal there is no animation, no colour and no prompt: an error names the missing flag, such as --yes.',
    'An empty list is a result: the exit status is 0, and a note goes to standard error.',
  ],
  seeAlso: [vau, ['vau-commands', 1], ['vau-schema', 1], ['vau-exit-status', 7]],
};

const waiting: Page = {
  ...headOf('waiting'),
  blocks: [
    `A command that starts a job takes --wait. vau wait waits for jobs that were started before. The kinds are ${Object.keys(waitKinds).join(', ')}.`,
    `A wait polls at growing intervals, starting with --interval (default ${defaultWait.interval} seconds), until --timeout (default ${defaultWait.timeout / 60} minutes).`,
    'If you name several jobs, vau waits for all of them; with --any the first one to finish decides. With -o ndjson each change of state is printed as a line. With --timeout 0 each job is polled once.',
    'Every final state ends the wait. An unknown state never counts as success. Failures of the service and of the network are retried for a while; a valid response resets the count.',
    'The exit status is 0 on success, 10 when a job failed, 11 when it was cancelled, 124 on timeout and 130 after Ctrl-C. In the last two cases the job continues, and vau prints the command that resumes the wait.',
  ],
  seeAlso: [vau, ['vau-wait', 1], ['vau-exit-status', 7]],
};

const config: Page = {
  ...headOf('config'),
  blocks: [
    'A profile holds the base URL of a service, a token, and settings for requests. vau auth login creates one. --profile or VAU_PROFILE chooses one for a single command, vau config set profile for all later commands.',
    'The settings are:',
    {
      list: Object.entries(keys).map(([key, { flag, variable, help }]): [string, string] => [
        `Ic ${key}`,
        `${help.charAt(0).toUpperCase()}${help.slice(1)}. ${flag ? `Flag ${flag}, variable` : 'Variable'} ${variable}.`,
      ]),
    },
    `The default of request_timeout is ${defaultRequestTimeout}, that of total_timeout ${defaultTotalTimeout}. An upload may take any time: total_timeout starts when it is complete, and starts again with each retry. vau config set saves ca_file as an absolute path, and refuses a file without certificates.`,
    'Mark a profile that must not be changed by accident, such as production, with vau config set confirm always: then every command that changes its service asks first, and without a terminal refuses unless --yes is given. Searches and questions do not ask. Every deletion asks in any profile.',
    'A flag overrides the environment, the environment overrides the current profile, the profile overrides the default. --profile is a flag: the values of the profile that it names override the environment too. vau config explain KEY shows where a value comes from and what it overrides.',
    'A token is never an argument, because other users of the machine can see arguments: it comes from a file, from standard input or from the environment. It is sent only to the service that it belongs to.',
    { heading: 'Files' },
    {
      list: [
        [
          'Pa ~/.config/vau/config.json',
          'The profiles, readable only by you. If the file is invalid, vau keeps it under another name.',
        ],
        ['Pa ~/.local/share/vau', 'Data of the embedded service.'],
      ],
    },
  ],
  seeAlso: [vau, ['vau-auth-login', 1], ['vau-config-explain', 1], ['vau-environment', 7]],
};

/** Every topic. */
export const topics: readonly Page[] = [config, environment, exitStatus, output, ...automation, waiting];
