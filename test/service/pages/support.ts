import { readAnswer, type TestService } from '../../support/service.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A browser without scripts: it keeps the session cookie, and sends forms as their page has them. */
export class Visitor {
  cookie = '';
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Opens a page. A redirect is not followed. */
  async open(path: string, headers: Record<string, string> = {}) {
    return this.#send(path, { headers: { accept: 'text/html', ...headers } });
  }

  /** Sends a form. */
  async send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields).toString();
    return this.#send(path, { method: 'POST', headers: { 'content-type': FORM, ...headers }, body });
  }

  /** Sends a form of a page with its hidden field. @param page the page's HTML */
  async sendFrom(page: string, path: string, fields: Record<string, string> = {}) {
    return this.send(path, { csrf: csrfIn(page), ...fields });
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }) {
    const headers = { cookie: this.cookie, ...init.headers };
    const response = await this.#service.app.request(`http://localhost${path}`, { ...init, headers });
    const set = response.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0] ?? '';
    const answer = await readAnswer(response);
    return { ...answer, set, to: response.headers.get('location') };
  }
}

/** The hidden field of a page's forms. */
export function csrfIn(page: string): string {
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** A visitor who signed in with a token; with the service's own if none is given. */
export async function signedIn(service: TestService, token = service.token): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.send('/sign-in', { token });
  return visitor;
}
