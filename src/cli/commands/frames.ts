import { confirm, yesFlag } from '../common-flags.ts';
import { defineCommand } from '../model.ts';
import { call } from '../plan.ts';
import { id, needed } from '../values.ts';

const remove = defineCommand({
  name: 'frames delete',
  arguments: { frameExtractionId: needed(id('The frame extraction')) },
  flags: yesFlag,
  examples: [{ does: 'Delete without being asked', line: 'frames delete FRAME_EXTRACTION_ID --yes' }],
  plan: ({ frameExtractionId, yes }) =>
    call(
      'frames.delete',
      { params: { frame_extraction_id: frameExtractionId } },
      {
        ...confirm(`Delete frame extraction ${frameExtractionId} and its frames?`, yes),
        done: `Deleted frame extraction ${frameExtractionId}`,
      },
    ),
});

export const commands = [remove];
