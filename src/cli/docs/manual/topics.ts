/** The pages of the manual that are about all commands: short texts of ours, tables from the data. */

import { defaultWait } from '../../../client/wait/defaults.ts';
import { waitKinds } from '../../../client/wait/kinds.ts';
import { defaultRequestTimeout, defaultTotalTimeout, keys } from '../../../config/settings.ts';
import { outputFormats } from '../../model/session.ts';
import { allStatuses } from '../exit-statuses.ts';
import type { Page } from './mdoc.ts';

const vau: Page['seeAlso'][number] = ['vau', 1];

const exitStatus: Page = {
  name: 'vau-exit-status',
  section: 7,
  summary: 'how vau commands end',
  blocks: [
    'Every command ends with one of these. Whatever is not 0 leaves standard output empty, but for a wait that ended badly, which shows what it waited for as it stands, and for the rows that --all had written before a later page failed.',
    { list: allStatuses().map(({ status, meaning }) => [String(status), `${meaning}.`]) },
    'Errors are on standard error: what happened, why or what is allowed, and the command to type next. With -o json an error is a JSON object on one line, the last of standard error, with code, message, hint, next, status (of HTTP), request_id, retryable and exit_status.',
  ],
  seeAlso: [vau, ['vau-wait', 1], ['vau-waiting', 7]],
};

/** What `vau serve` reads besides; a test holds that no variable is left out. */
const ofTheService: Readonly<Record<string, string>> = {
  VAU_SPEECH_PROVIDERS:
    'Ways to have speech, separated by commas, in the order they are asked: sidecar, subtitle-track, endpoint, sherpa-onnx, pocketsphinx.',
  VAU_SPEECH_URL: 'A server that transcribes, by the interface of /v1/audio/transcriptions.',
  VAU_SPEECH_MODEL: 'The model it is asked for. Default whisper-1.',
  VAU_SPEECH_LANGUAGE: 'What is spoken, as ISO 639-1 code; left out, the server finds out.',
  VAU_SPEECH_TIMEOUT: 'Longest wait for one of its answers, in seconds. Default 900.',
  VAU_SPEECH_KEY: 'Its key.',
  VAU_SPEECH_KEY_ENV: 'Name of another variable that holds its key.',
  VAU_SHERPA_MODEL_DIR: 'Folder with a model for sherpa-onnx.',
  VAU_POCKETSPHINX: "off leaves the system's pocketsphinx alone.",
  VAU_VISION_URL: 'A server that describes pictures, by the interface of /v1/chat/completions.',
  VAU_VISION_MODEL: 'The model it is asked for. Default default.',
  VAU_VISION_TIMEOUT: 'Longest wait for one of its answers, in seconds. Default 300.',
  VAU_VISION_KEY: 'Its key.',
  VAU_VISION_KEY_ENV: 'Name of another variable that holds its key.',
  VAU_LANGUAGE_URL: 'A server whose model reads and answers, by the interface of /v1/chat/completions.',
  VAU_LANGUAGE_MODEL: 'The model it is asked for. Default default.',
  VAU_LANGUAGE_TIMEOUT: 'Longest wait for one of its answers, in seconds. Default 300.',
  VAU_LANGUAGE_KEY: 'Its key.',
  VAU_LANGUAGE_KEY_ENV: 'Name of another variable that holds its key.',
  VAU_RATE_LIMIT:
    'Requests a second that the service takes with one token, five seconds of them at once. Default 200; 0 is no limit.',
  VAU_SIGN_IN_LIMIT:
    'Failed sign-ins a minute that it answers to one address; more get 429, as do requests over their limit. Default 300; 0 is no limit.',
  VAU_PRIVATE_ADDRESSES:
    'Whether the service fetches URLs that lead to this machine or a private network, when a caller gives one: on or off. Default off.',
};

const environment: Page = {
  name: 'vau-environment',
  section: 7,
  summary: 'environment variables of vau',
  blocks: [
    'A flag beats the environment, the environment beats the profile in use, the profile beats the default. --profile is a flag: what the profile it names holds beats the environment too. An empty variable counts as one that is not set.',
    {
      list: [
        ...Object.values(keys).map(({ variable, help, flag }): [string, string] => [
          `Ev ${variable}`,
          `${help.charAt(0).toUpperCase()}${help.slice(1)}; the flag is ${flag}.`,
        ]),
        [
          'Ev VAU_CONFIG_DIR',
          'Folder of the configuration. Default $XDG_CONFIG_HOME/vau, else ~/.config/vau.',
        ],
        [
          'Ev VAU_DATA_DIR',
          "Folder of the embedded service's data. Default $XDG_DATA_HOME/vau, else ~/.local/share/vau.",
        ],
        [
          'Ev XDG_CACHE_HOME',
          'Base of the folder that keeps the compiled form of vau where its own folder may not be written. Default ~/.cache.',
        ],
        [
          'Ev VAU_FFMPEG , Ev FFMPEG_BIN',
          'The ffmpeg to use, the first before the second. It is that one or an error. The flag is --ffmpeg.',
        ],
        ['Ev VAU_WEBHOOK_SECRET', 'Secret of a webhook, for vau webhook listen and vau webhook verify.'],
        ...Object.entries(ofTheService).map(([name, text]): [string, string] => [`Ev ${name}`, text]),
        ['Ev NO_COLOR , Ev FORCE_COLOR', 'Whether to colour, whatever the terminal; the flag is --color.'],
        [
          'Ev HTTP_PROXY , Ev HTTPS_PROXY , Ev NO_PROXY',
          'Proxies, for http and for https: http://HOST:PORT, with NAME:PASSWORD@ before the host where they ask for it. NO_PROXY names what is asked for without: hosts, domains with all below them, addresses and ranges such as 10.0.0.0/8, each with :PORT where only that is meant; * is everything. This machine is never asked for through one.',
        ],
        ['Ev NODE_EXTRA_CA_CERTS', 'A file of certificates to trust besides those of Node.'],
      ],
    },
  ],
  seeAlso: [vau, ['vau-config-explain', 1], ['vau-config', 7]],
};

const output: Page = {
  name: 'vau-output',
  section: 7,
  summary: 'what vau prints, and where',
  blocks: [
    `Standard output carries the result of a command alone. Its form is chosen with -o: ${outputFormats.join(', ')}.`,
    '--fields keeps some fields of each row: dotted paths, separated by commas; behind a list the field of each item, or of one by its number. --query takes a part of the whole result by a JMESPath expression, after all pages have come.',
    'On a terminal a table fits its width, with local times and sizes for people. On a pipe every value is whole and exact: times are ISO 8601 in UTC, sizes are bytes.',
    'JSON is the object of the interface, unchanged: fields this version does not know are in it, and numbers are written as the service wrote them, however many digits they have; so are those in a JSON that is given to a command. A number that stands alone in a cell of a table, CSV or TSV, and in YAML, is one of double precision.',
    'ndjson, csv and tsv have a row for each thing of a list: a line of JSON, RFC 4180, or tabs with backslash escapes. Their values are those of the interface, times in Unix milliseconds; the columns of CSV and TSV are named by their path. Where --query leaves values without names there is no line of names: a single value stands alone, a list of values is a line for each, and a list of lists is a row for each.',
    '--fields a,b.c keeps those fields of each row and leaves the list around them. A field that the interface does not know and that the service did not send is an error of what was typed. --query takes a JMESPath expression and looks at the whole result, with --all after the last page.',
    '--all asks for every page. Rows of a table, ndjson, CSV and TSV are written as their page comes; JSON, YAML and what --query looks at are one value, written at the end.',
    '--from FILE does a command for each row of ndjson, of CSV or of a list of ids: --concurrency of them are sent at once, begun in their order, and each result is a line of ndjson as soon as it is there, with its row, ok and exit_status. All rows of a file are checked before the first is sent. A pipe (--from -) is carried out while it runs, and a row of it that does not do is a result that failed. Neither is kept in memory; -o json, which is one value, is. To delete what a list gives, write the list to a file first: what goes while it is still being listed moves the pages, and some would be passed over. With --resume JOURNAL the results are kept, and what they say is done is left out the next time. The exit status is that of what failed, or 1 when several did in different ways.',
    '--dry-run shows a request, also as a line of curl, and sends nothing. --debug traces requests and answers on standard error, without secrets.',
    'Progress, notes and questions are on standard error. Without a terminal nothing is animated, nothing is coloured and nothing is asked: an error names the flag that was needed, such as --yes.',
    'An empty list is a result: exit status 0, and a word about it on standard error.',
  ],
  seeAlso: [vau, ['vau-commands', 1], ['vau-schema', 1], ['vau-exit-status', 7]],
};

const waiting: Page = {
  name: 'vau-waiting',
  section: 7,
  summary: 'waiting for work that goes on in the background',
  blocks: [
    `A command that starts such work takes --wait; vau wait waits for what was started before. The kinds are ${Object.keys(waitKinds).join(', ')}.`,
    `A wait looks again and again, further apart each time, from --interval (default ${defaultWait.interval} seconds) on, for at most --timeout (default ${defaultWait.timeout / 60} minutes).`,
    'Of several things all are waited for; with --any the first to end decides. With -o ndjson each change of state is a line as it happens. With --timeout 0 one look is taken.',
    'Every state that ends the work ends the wait. A state this version does not know is never taken for a success. Faults of the service and of the network are borne for a while; a good answer resets the count.',
    'The exit status is 0 when all went well, 10 when something failed, 11 when it was cancelled, 124 when the time ran out and 130 after Ctrl-C. In the last two cases the work itself goes on, and the command that goes on waiting is printed.',
  ],
  seeAlso: [vau, ['vau-wait', 1], ['vau-exit-status', 7]],
};

const config: Page = {
  name: 'vau-config',
  section: 7,
  summary: 'profiles, and where a setting comes from',
  blocks: [
    'A profile keeps the base address of a service and a token, and what its requests need. vau auth login makes one; --profile or VAU_PROFILE chooses one for a command, vau config set profile for all that follow.',
    'The settings are:',
    {
      list: Object.entries(keys).map(([key, { flag, variable, help }]): [string, string] => [
        `Ic ${key}`,
        `${help.charAt(0).toUpperCase()}${help.slice(1)}. Flag ${flag}, variable ${variable}.`,
      ]),
    },
    `request_timeout is ${defaultRequestTimeout} and total_timeout ${defaultTotalTimeout} where nothing says otherwise. An upload may take as long as it takes: total_timeout counts from its end, and each retry has its own. vau config set keeps ca_file as a whole path, and refuses a file without certificates.`,
    'A flag beats the environment, the environment beats the profile in use, the profile beats the default. --profile is a flag: what the profile it names holds beats the environment too. vau config explain KEY says which one won and what it shadows.',
    'A token is never an argument, as other users of the machine can see those: it comes from a file, from standard input or from the environment. It is sent to the service it was given for and to no other host.',
    { heading: 'Files' },
    {
      list: [
        [
          'Pa ~/.config/vau/config.json',
          'The profiles, readable by their owner only. A file that cannot be understood is kept beside it under another name.',
        ],
        ['Pa ~/.local/share/vau', 'Data of the embedded service.'],
      ],
    },
  ],
  seeAlso: [vau, ['vau-auth-login', 1], ['vau-config-explain', 1], ['vau-environment', 7]],
};

/** Every topic. */
export const topics: readonly Page[] = [config, environment, exitStatus, output, waiting];
