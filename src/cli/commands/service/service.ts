/**
 * Commands that run and keep a service on this machine: serve, worker, setup, store, accounts, backups. Their flags
 * come in; the actions are loaded from cli/local and cli/setup when a command runs.
 */

import { scopes } from '../../../contract/index.ts';
import { accountAction, checkedAccounts, checkedTokens, tokenAction } from '../../local/accounts.ts';
import { backupAction, restoreAction } from '../../local/backup.ts';
import { billingAction, billingActions, checkedBilling } from '../../local/billing.ts';
import { checkRepairFlags, repairAction } from '../../local/repair.ts';
import { logsAction } from '../../local/service/logs.ts';
import { checkServeFlags } from '../../local/service/serve.ts';
import { resetAction, startAction, statusAction, stopAction } from '../../local/service/service-actions.ts';
import { checkedWish, configAction, doctorAction } from '../../local/service/service-settings.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import {
  choice,
  id,
  integer,
  many,
  needed,
  number,
  optional,
  path,
  text,
  toggle,
} from '../../model/values.ts';
import { serveFlags } from './serve.ts';

const { dataDir, store } = serveFlags;

const start = defineCommand({
  name: 'service start',
  flags: serveFlags,
  about:
    'Starts vau serve in a separate process that keeps running when you close the terminal. Its log is service.log ' +
    'in the data folder. If the service is already running, nothing changes. If nothing here recognises speech, it offers ' +
    'to fetch a recogniser: once, and only on a terminal.',
  examples: [{ does: 'Start it', line: 'service start' }],
  plan: (flags) => {
    checkServeFlags(flags);
    return local(async (session) => {
      await (await import('../../setup/recogniser.ts')).offerRecogniser(session, flags);
      return startAction(session, flags);
    });
  },
});

const stop = defineCommand({
  name: 'service stop',
  flags: { dataDir },
  about: 'Asks the service to stop and waits until it has stopped. Unfinished jobs resume at the next start.',
  examples: [{ does: 'Stop it', line: 'service stop' }],
  plan: (flags) => local((session) => stopAction(session, flags)),
});

const status = defineCommand({
  name: 'service status',
  flags: { dataDir },
  about: 'Shows whether the service is running and its URL. The exit status is 9 when it cannot be reached.',
  examples: [
    { does: 'Is it running?', line: 'service status' },
    { does: 'The URL, for a script', line: 'service status -o json | jq -r .url' },
  ],
  plan: (flags) => local((session) => statusAction(session, flags)),
});

const logs = defineCommand({
  name: 'service logs',
  flags: {
    dataDir,
    lines: integer('Number of last lines to show (default 50)'),
    follow: toggle('Follow the log until Ctrl-C'),
  },
  about: 'With --follow and -o json each log line is printed as a line of JSON: {"line": "..."}.',
  examples: [
    { does: 'The last lines', line: 'service logs' },
    { does: 'Follow the log', line: 'service logs --follow' },
  ],
  plan: (flags) => local((session) => logsAction(session, flags)),
});

const repair = defineCommand({
  name: 'service repair',
  arguments: { id: optional(many(id('Only these objects, by the IDs that the list shows'))) },
  flags: {
    dataDir,
    adopt: toggle('Restore files from the originals'),
    remove: toggle('Delete the listed objects'),
    yes: toggle('Do not ask for confirmation'),
  },
  about:
    'Lists objects (originals, thumbnails, frames, streams) that the database does not know: the service moved them ' +
    'aside, or the database was lost, emptied, damaged, or replaced by another one. --adopt restores files ' +
    'from the originals, with their IDs, names and metadata; they are processed at the next start. If the service ' +
    'refuses to start because the database and the objects do not match, --adopt fixes that too: it moves an unreadable ' +
    'database aside and creates a new one. Collections, searches and shares that were only in a lost database ' +
    'are not restored. Stop the service first.',
  examples: [
    { does: 'List objects without a database row', line: 'service repair' },
    { does: 'Restore all originals', line: 'service repair --adopt' },
    { does: 'Delete the listed objects, in a script', line: 'service repair --remove --yes' },
  ],
  plan: (flags) => {
    checkRepairFlags(flags);
    return local((session) => repairAction(session, flags));
  },
});

const backup = defineCommand({
  name: 'service backup',
  arguments: { folder: needed(path('Folder for the backup: empty, or an unfinished backup')) },
  flags: { dataDir },
  about:
    'Copies the database, the objects, unfinished uploads, settings and the key of secrets, also while the service runs. What ' +
    'was acknowledged before the start is in the backup. On the same disk, objects get a second name and take no space; ' +
    'elsewhere they are copied. Each one has its SHA-256. After an interruption, the same command goes on where it stopped. ' +
    'Originals that were ingested in place, and what vau setup installed, are not in it.',
  examples: [
    { does: 'Back up to another disk', line: 'service backup /mnt/backups/monday' },
    { does: 'Which files, for a script', line: 'service backup ./copy -o json | jq .objects' },
  ],
  plan: (given) => local((session) => backupAction(session, given)),
});

const restore = defineCommand({
  name: 'service restore',
  arguments: { folder: needed(path('Folder of a complete backup')) },
  flags: { dataDir },
  about:
    'Makes an empty data folder what a backup holds, and compares everything with the checksums. It never writes into a ' +
    'folder or bucket that holds something. After an interruption, the same command goes on where it stopped; no service ' +
    'starts on half a restore. Objects go where the settings of the backup or the environment say: into the folder or a bucket.',
  examples: [
    { does: 'Restore into a new folder', line: 'service restore /mnt/backups/monday --data-dir ./restored' },
  ],
  plan: (given) => local((session) => restoreAction(session, given)),
});

const reset = defineCommand({
  name: 'service reset',
  flags: { dataDir, yes: toggle('Do not ask for confirmation') },
  about:
    'Deletes the database, the media and everything derived from them. It keeps an installed ffmpeg, objects in a bucket, files that the ' +
    'service does not know, and any folder that a service did not create.',
  examples: [{ does: 'Delete everything, in a script', line: 'service reset --yes' }],
  plan: (flags) => local((session) => resetAction(session, flags)),
});

const doctor = defineCommand({
  name: 'service doctor',
  flags: {
    dataDir,
    try: toggle('Try the models on a second of silence, a picture, a question and three sentences'),
  },
  about:
    'For each modality, shows which provider is active with the settings of this data folder and this environment, ' +
    'how good it is, and how to get a better one. Changes nothing. --try runs the models and endpoints on a small task each ' +
    'and says how long it took, their start included.',
  examples: [
    { does: 'Show the active providers', line: 'service doctor' },
    { does: 'Try what is set up', line: 'service doctor --try' },
  ],
  plan: (flags) => local((session) => doctorAction(session, flags)),
});

const config = defineCommand({
  name: 'service config',
  arguments: {
    action: needed(choice(['list', 'get', 'set', 'unset'], 'Action')),
    key: optional(text('Setting, as service config list names it', { placeholder: 'KEY' })),
    value: optional(text('Value to set', { placeholder: 'VALUE' })),
  },
  flags: { dataDir },
  about:
    'Shows and changes the providers of the service: speech recognition, scene descriptions and language. The settings ' +
    'are in service-config.json in the data folder; environment variables override the file. API keys are never ' +
    'stored there: set them in the environment. A running service uses changed settings after a restart.',
  examples: [
    { does: 'All settings, their values and sources', line: 'service config list' },
    { does: 'Which model describes scenes?', line: 'service config get vision_model' },
    {
      does: 'Recognise speech with an endpoint',
      line: 'service config set speech_url http://127.0.0.1:8000/v1',
    },
    { does: 'Stop using a vision endpoint', line: 'service config unset vision_url' },
  ],
  plan: ({ action, ...given }) => {
    const wish = checkedWish(action, given);
    return local((session) => configAction(session, wish));
  },
});

const account = defineCommand({
  name: 'service account',
  arguments: {
    action: needed(choice(['list', 'create', 'revoke'], 'Action')),
    name: optional(text('Name of the account', { placeholder: 'NAME' })),
  },
  flags: { dataDir, store, credits: number('Opening balance of the new account (default 1000000000)') },
  about:
    'Lists and creates the accounts of the embedded service. What belongs to an account is not found with the token of ' +
    'another one. The account local is there from the start. revoke revokes all tokens of an account, from the next ' +
    'request on; its files and shares stay.',
  examples: [
    { does: 'All accounts', line: 'service account list' },
    { does: 'An account for a team', line: 'service account create editors' },
    { does: 'Close an account', line: 'service account revoke editors' },
  ],
  plan: (given) => {
    const wish = checkedAccounts(given);
    return local((session) => accountAction(session, wish));
  },
});

const billing = defineCommand({
  name: 'service billing',
  arguments: {
    action: needed(choice(billingActions, 'Action')),
    credits: optional(number('Credits to add', { placeholder: 'CREDITS' })),
  },
  flags: {
    dataDir,
    store,
    account: text('Account to top up, or whose ledger to show (default local)'),
    reason: text('Reason of a top-up, for the ledger'),
    limit: integer('Number of newest entries to show (default 100)'),
  },
  about:
    'Shows and changes what the accounts of the embedded service have, also while it runs. balance also compares each balance ' +
    'with the sum of its ledger, and the exit status is 1 if they differ. The account local starts with a billion credits, ' +
    'which are notional: nobody is billed for them. Other accounts have what service account create --credits gives them.',
  examples: [
    { does: 'All balances, checked against the ledger', line: 'service billing balance' },
    { does: 'Add credits', line: 'service billing top-up 500 --account editors --reason "invoice 12"' },
    { does: 'What an account was charged', line: 'service billing ledger --account editors' },
  ],
  plan: (given) => {
    const wish = checkedBilling(given);
    return local((session) => billingAction(session, wish));
  },
});

const token = defineCommand({
  name: 'service token',
  arguments: {
    action: needed(choice(['list', 'create', 'revoke'], 'Action')),
    name: optional(text('Name of the token; to revoke one, its ID works too', { placeholder: 'NAME' })),
  },
  flags: {
    dataDir,
    store,
    account: text('Account of the new token (default local)'),
    scope: choice(scopes, 'What the new token may do (default admin)'),
  },
  about:
    'Lists, creates and revokes the bearer tokens of the embedded service. A new token is printed once; the service keeps ' +
    'only its hash. The scope read allows reading and searching, write also allows changes, and admin also allows managing ' +
    'webhooks. A revoked token is refused from the next request on.',
  examples: [
    { does: 'A token for a pipeline', line: 'service token create pipeline --scope write' },
    { does: 'Who uses which token?', line: 'service token list' },
    {
      does: 'A token of a service whose store is shared',
      line: 'service token create pipeline --store postgres://vau@db.example/vau',
    },
    { does: 'Revoke a token', line: 'service token revoke pipeline' },
  ],
  plan: (given) => {
    const wish = checkedTokens(given);
    return local((session) => tokenAction(session, wish));
  },
});

export const commands = [
  start,
  stop,
  status,
  logs,
  backup,
  restore,
  repair,
  reset,
  doctor,
  config,
  account,
  token,
  billing,
];
