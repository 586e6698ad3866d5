/** Hides secrets in shown requests and responses. */

const hidden = '****';

/** Header names that carry secrets. */
const secretHeaders = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/;
/** Names of fields that contain secrets. */
const secretFields = /secret|token|password|passphrase|api_?key|authorization|signature/i;
/** Query parameters that sign a URL or contain its key. */
const secretParameters = /token|secret|signature|^sig$|key|credential|policy|expires|^x-amz-|^x-goog-/i;
/** Fields with URLs that work for anyone who has them. */
const signedFields = /^(stream_url|media_download_url)$/;

/**
 * Hides secrets in texts, headers and JSON: the token itself, headers and fields by their names, and the
 * signature of a URL. @param token the token in use; it is always hidden
 */
export function redactor(token: string | undefined) {
  const text = (value: string): string =>
    (token ? value.replaceAll(token, hidden) : value)
      .replace(/https?:\/\/[^\s"'<>\\]+/g, redactUrl)
      .replace(/whsec_[\w+/=-]+/g, hidden);
  const json = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return textField(name, value);
    if (Array.isArray(value)) return value.map((item) => json(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [
        inner,
        json(item, secretFields.test(name) ? name : inner),
      ]),
    );
  };
  const textField = (name: string, value: string): string => {
    if (signedFields.test(name)) return originOnly(value);
    return secretFields.test(name) ? hidden : text(value);
  };
  const header = (name: string, value: string): string => {
    if (!secretHeaders.test(name.toLowerCase())) return text(value);
    return /^bearer /i.test(value) ? `Bearer ${hidden}` : hidden;
  };
  /** A body: as JSON if it is JSON, else as text. */
  const body = (value: string): string => {
    try {
      return JSON.stringify(json(JSON.parse(value)));
    } catch {
      return text(value);
    }
  };
  return { text, json, header, body };
}

/** A URL without user name, password, token path and signature. */
function redactUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const names = [...url.searchParams.keys()];
  const signed = names.some((name) => secretParameters.test(name));
  if (!signed && !url.username && !url.password && !tokenPath.test(url.pathname)) return address;
  if (url.username) url.username = hidden;
  if (url.password) url.password = hidden;
  url.pathname = url.pathname.replace(tokenPath, `$1${hidden}`);
  for (const name of new Set(names)) if (secretParameters.test(name)) url.searchParams.set(name, hidden);
  return url.href;
}

/** The service puts the token of a stream into the path: /m/TOKEN/... */
const tokenPath = /(\/m\/)[^/]+/;

const originOnly = (address: string): string =>
  URL.canParse(address) ? `${new URL(address).origin}/${hidden}` : hidden;
