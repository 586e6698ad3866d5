import type { Context } from 'hono';
import type { AppEnv } from '../http/access/env.ts';
import { answerPage, type PageStatus } from '../web/answers.ts';
import { type Html, html } from '../web/html.ts';
import { csrfField } from './csrf.ts';
import type { Visitor } from './visitor.ts';

/** What a page shows. */
export interface View {
  readonly title: string;
  readonly content: Html;
  readonly status?: PageStatus;
  /** The part of the navigation that it belongs to. */
  readonly tab?: Tab;
  /** Whether something stands beside the content. */
  readonly wide?: boolean;
  /** Scripts besides the one of every page. */
  readonly scripts?: readonly string[];
  /** Path of the events with which the page changes while it is open; see live.ts. */
  readonly live?: string | undefined;
}

/** The parts of the navigation, and where each leads. */
const tabs = {
  Collections: '/',
  Files: '/files',
  Jobs: '/jobs',
  Shares: '/shares',
  Webhooks: '/webhooks',
} as const;

export type Tab = keyof typeof tabs;

/** Seconds until a page that shows work in progress reloads where scripts are off. */
const PLAIN_RELOAD_SECONDS = 10;

/** The whole page of a view, with the navigation. */
export async function answerView(
  visitor: Visitor,
  c: Context<AppEnv>,
  { content, status = 200, tab, live, wide = false, scripts = [], title }: View,
): Promise<Response> {
  const frame = {
    title: `${title} · vau`,
    root: visitor.root,
    styles: ['pages.css'],
    header: await header(visitor, tab),
    wide,
    plainAgain: live === undefined ? undefined : PLAIN_RELOAD_SECONDS,
    scripts: ['pages.js', ...scripts],
  };
  const events = live === undefined ? undefined : html`<div id="live" data-events="${live}" hidden></div>`;
  return answerPage(c, status, frame, html`${content}${events}`);
}

async function header(visitor: Visitor, tab: Tab | undefined): Promise<Html> {
  const { root } = visitor;
  const links = Object.entries(tabs).map(
    ([name, path]) =>
      html`<a href="${root}${path}"${name === tab ? html` aria-current="page"` : undefined}>${name}</a> `,
  );
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="top"><div><a class="brand" href="${root}/" aria-label="vau: collections">vau</a>
<nav aria-label="Main">${links}</nav>
<form method="post" action="${root}/sign-out">${await csrfField(visitor)}<button class="plain">Sign out</button></form></div></header>
`;
}
