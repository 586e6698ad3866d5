/** --dry-run: shows the request, also as a curl command. */
import { baseAddress } from '../../client/address.ts';
import { writeJson } from '../../client/json/json.ts';
import type { PreparedRequest } from '../../client/prepare.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { version } from '../terminal/version.ts';
import { serviceAddress } from './session/session.ts';

/** A request to show; its headers contain no secret. */
export interface DryRun {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly curl: string;
}

/**
 * The request as the result of a command; sends nothing and needs no token. @param prepare makes the request
 * for a base URL
 */
export async function dryRunOf(
  session: Session,
  prepare: (baseUrl: string) => PreparedRequest | Promise<PreparedRequest>,
): Promise<Result> {
  const value = await dryRun(session, prepare);
  return { value, text: asText(value) };
}

/** The request for the chosen service. Throws a CliError when none is chosen. */
async function dryRun(
  session: Session,
  prepare: (baseUrl: string) => PreparedRequest | Promise<PreparedRequest>,
): Promise<DryRun> {
  const settings = await session.settings();
  const made = await prepare(baseAddress(serviceAddress(settings)));
  const { method, url, body, parts } = made;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': `vau/${version}`,
    authorization: 'Bearer ****',
  };
  if (parts) headers['content-type'] = 'multipart/form-data';
  else if (body !== undefined) headers['content-type'] = 'application/json';
  const content = parts ? { ...parts.fields, ...prefixed(parts.files) } : body;
  const curl = curlLine(made, settings.ca_file.value);
  return { method, url, headers, ...(content === undefined ? {} : { body: content }), curl };
}

const prefixed = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `@${file}`]));

function asText({ method, url, headers, body, curl }: DryRun): string {
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const content = body === undefined ? [] : ['', writeJson(body, 2)];
  return [...head, ...content, '', curl].join('\n');
}

/** The request as a POSIX shell command; it takes the token from VAU_TOKEN. */
function curlLine({ method, url, body, parts }: PreparedRequest, caFile: string | undefined): string {
  // curl treats brackets and braces as patterns.
  const exact = /[[\]{}]/.test(url) ? ['-g'] : [];
  const words = ['curl', ...exact, '-X', method, quoted(url), '-H', '"authorization: Bearer $VAU_TOKEN"'];
  if (caFile !== undefined) words.push('--cacert', quoted(caFile));
  if (parts) {
    for (const [name, file] of Object.entries(parts.files))
      words.push('-F', quoted(`${name}=@${curlFile(file)}`));
    for (const [name, text] of Object.entries(parts.fields))
      words.push('--form-string', quoted(`${name}=${text}`));
  } else if (body !== undefined)
    words.push('-H', quoted('content-type: application/json'), '--data-raw', quoted(writeJson(body)));
  return words.join(' ');
}

/** Quoted for curl, which otherwise ends a path at a comma or a semicolon. */
const curlFile = (file: string): string =>
  /[,;"\\]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
