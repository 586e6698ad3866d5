/** A share as a card: its link first. */
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { card, textAt } from './cards.ts';

/** The card of a share; undefined without a terminal. */
export function shareCard({ io }: Session, share: unknown): string | undefined {
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
