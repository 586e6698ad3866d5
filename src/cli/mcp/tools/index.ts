/** The tools of vau mcp. They are few, one for each job; `call` reaches the rest of the API. */
import type { Rights } from '../rights.ts';
import type { Tool } from '../tool.ts';
import { addMedia } from './add-media.ts';
import { callTool } from './call.ts';
import { extract } from './extract.ts';
import { ask, search } from './find.ts';
import { moments } from './moments.ts';
import { probe } from './probe.ts';
import { share } from './share.ts';
import { status } from './status.ts';
import { transcript } from './transcript.ts';

export const toolsFor = (rights: Rights): readonly Tool[] => [
  status,
  addMedia,
  search,
  ask,
  transcript,
  moments,
  extract,
  share,
  probe,
  callTool(rights),
];
