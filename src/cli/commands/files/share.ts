import type { BodyInput } from '../../../contract/index.ts';
import { linkPreviews, visibilities } from '../../../contract/values/enums.ts';
import { UsageError } from '../../errors/errors.ts';
import { at, column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { emptyList } from '../../model/empty-list.ts';
import { createdFlags, pageFlags, patience, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, defined } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { choice, id, needed, object, range, seconds, text, toggle } from '../../model/values.ts';
import { card, textAt } from '../../reading/cards.ts';

/** Warns about links that nobody else can open. */
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Notes on standard error that the link of a share opens on this machine only, if that is so. */
function noteReach(session: Session, share: unknown): void {
  const link = at(share, 'share_url');
  if (typeof link !== 'string' || !URL.canParse(link) || !LOOPBACK.test(new URL(link).hostname)) return;
  session.note(
    'This link opens on this machine only. If others reach the service at another address, save that address: vau service config set public_url URL',
  );
}

const texts = {
  title: text('Title of the share page'),
  description: text('Description on the share page'),
  metadata: object('Your own data to store with it'),
};
const linkPreview = choice(linkPreviews, 'What previews of a private link show (default none)');
const shareId = needed(id('ID of the share', { field: 'id' }));

const create = defineCommand({
  name: 'share create',
  about:
    'Anyone with the link can see a public share. A file or segment has at most one active share per visibility. A second one is a conflict (exit 6) that names the existing share; with --if-absent, that share is returned (exit 0). The stream is available once the share is completed. With --clip, the file gets a segment with that span, if it has none, and the segment is shared.',
  arguments: { fileId: needed(id('ID of the file to share')) },
  flags: {
    segmentId: id('Share this segment of the file only', { field: 'file_segment_id' }),
    clip: range('Share this part of the file only, START-END in seconds or as h:mm:ss', { local: true }),
    ...texts,
    visibility: choice(visibilities, 'Visibility; cannot be changed later (default public)'),
    linkPreview,
    ifAbsent: toggle('If such a share exists, return it instead of failing', { local: true }),
    ...waitFlags,
  },
  examples: [
    { does: 'Share a file and wait for its stream', line: 'share create FILE_ID --title "Demo day" --wait' },
    { does: 'Share ten seconds of a file', line: 'share create FILE_ID --clip 10-20 --wait' },
    { does: 'Share only with members of the account', line: 'share create FILE_ID --visibility private' },
    {
      does: 'Get the link, whether or not the share exists',
      line: 'share create FILE_ID --if-absent --query share_url',
    },
  ],
  plan: (input, { args, flags }) => {
    const { clip, ifAbsent = false } = input;
    const body = { ...args, ...flags };
    const { file_id, file_segment_id, visibility } = body as unknown as BodyInput<'share.create'>;
    const wanted = defined({ file_id, file_segment_id, visibility });
    if (clip && file_segment_id !== undefined)
      throw new UsageError('--clip and --segment-id both say what part to share: give one of them');
    const own = clip && {
      before: async (session: Session) => {
        const { shareClip } = await import('../../shares/clip.ts');
        return shareClip(session, { ...body, ...wanted }, clip, { ...patience(input), ifAbsent });
      },
    };
    return call(
      'share.create',
      { body },
      {
        ...waiting<{ id: string }>(input, 'share', ({ id }) => ({ params: { id } })),
        ...own,
        text: shareCard,
        after: noteReach,
        refused: async (session, error) => {
          const { presentShare } = await import('../../shares/present.ts');
          return presentShare(session, wanted, error, ifAbsent);
        },
      },
    );
  },
});

const listOf = { what: 'shares', first: 'Make one: vau share create FILE_ID', all: 'share list' };

const list = defineCommand({
  name: 'share list',
  flags: {
    fileId: id('Only shares of this file'),
    segmentId: id('Only shares of this segment', { field: 'file_segment_id' }),
    visibility: choice(visibilities, 'Only shares with this visibility'),
    ...createdFlags,
    ...pageFlags,
  },
  examples: [{ does: 'All public shares', line: 'share list --visibility public' }],
  columns: [
    column('id'),
    column('status'),
    column('visibility'),
    column('title'),
    column('file_id'),
    column('created_at', 'time', 'created'),
    column('share_url', 'text', 'link'),
  ],
  plan: (_, { flags: query }) => call('share.list', { query }, { none: emptyList(query, listOf) }),
});

const get = defineCommand({
  name: 'share get',
  arguments: { shareId },
  flags: {
    clipStart: seconds('Start of the clip, in seconds'),
    clipEnd: seconds('End of the clip, in seconds; above --clip-start'),
  },
  examples: [{ does: 'Stream ten seconds', line: 'share get SHARE_ID --clip-start 30 --clip-end 40' }],
  plan: (_, { args: params, flags: query }) =>
    call('share.get', { params, query }, { text: shareCard, after: noteReach }),
});

const update = defineCommand({
  name: 'share update',
  about: 'The visibility cannot be changed: create a second share with the other visibility.',
  arguments: { shareId },
  flags: { ...texts, linkPreview },
  examples: [{ does: 'Change the title', line: 'share update SHARE_ID --title "Demo day, cut"' }],
  plan: (_, { args: params, flags: body }) => call('share.update', { params, body }, { text: shareCard }),
});

const remove = defineDeletion({
  command: 'share delete',
  bulk: {},
  argument: { shareId },
  kind: 'share',
  does: 'Delete a link',
  name: 'title',
  effect: (share) => `Its link stops working${linkIn(share)}. The file remains.`,
});

/** The link of a share, for use in a sentence; empty when unknown. */
function linkIn(share: unknown): string {
  const link = at(share, 'share_url');
  return typeof link === 'string' ? `: ${link}` : '';
}

export const commands = [create, list, get, update, remove];

/** The card of a share; undefined without a terminal. */
function shareCard({ io }: Session, share: unknown): string | undefined {
  const [id, link] = [textAt(share, 'id'), textAt(share, 'share_url')];
  if (!io.terminal.out || id === undefined || link === undefined) return undefined;
  const status = textAt(share, 'status');
  return card(
    io,
    textAt(share, 'title') ?? 'Share',
    status,
    [
      ['Link', link],
      ['Visibility', at(share, 'visibility')],
      ['Description', at(share, 'description')],
      ['Stream', at(share, 'stream_url')],
      ['Download', at(share, 'media_download_url')],
      ['Created', at(share, 'created_at'), 'time'],
      ['Error', at(share, 'error')],
      ['File', at(share, 'file_id')],
      ['Segment', at(share, 'file_segment_id')],
      ['ID', id],
    ],
    nextOf(id, status),
  );
}

function nextOf(id: string, status: string | undefined): string {
  if (status === 'completed') return `vau share update ${id} --title TITLE`;
  return status === 'failed' ? `vau share delete ${id}` : `vau wait share ${id}`;
}
