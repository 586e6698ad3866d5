/**
 * Ten everyday jobs, as they are typed with vau, and with the interface alone: curl, jq and a shell.
 *
 *   node scripts/jobs.mjs        writes docs/jobs.md
 *
 * test/acceptance/ten-jobs.long.test.ts runs every line of both.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * `vau` and `alone` hold the lines that are typed, each with Enter. `again` is the number of times that the last line is
 * recalled with the arrow key and Enter. In `alone`, $U is the URL of the service and $A the header with the token.
 */
export const jobs = [
  {
    name: 'A folder of 200 files in, waited for, failures as CSV, failed files deleted',
    vau: [
      'vau file upload films --collection Talks --create --collection-type metadata --wait --failed failed.csv --delete-failed',
    ],
    alone: [
      `C=$(curl -s -H "$A" --json '{"name":"Talks by hand","collection_type":"metadata"}' $U/collections | jq -r .id)`,
      `for f in films/*; do curl -s -H "$A" -F "file=@$f" $U/files | jq -r .id; done > ids`,
      `while read f; do curl -s -H "$A" --json "{\\"file_id\\":\\"$f\\"}" $U/collections/$C/media; done < ids > added`,
      `while read f; do until curl -s -H "$A" $U/files/$f | jq -e '.status|IN("completed","failed")' > /dev/null; do sleep 1; done; done < ids`,
      `while read f; do curl -s -H "$A" $U/files/$f | jq -r 'select(.status=="failed")|[.filename,.id,.error]|@csv'; done < ids > failed.csv`,
      `cut -d'"' -f4 failed.csv | while read f; do curl -s -X DELETE -H "$A" $U/files/$f; done`,
    ],
  },
  {
    name: 'A question asked, and the answer opened at its second',
    vau: ['vau deep-search run "When does the horn sound in the fog?" --collection Harbour --open 1'],
    alone: [
      `C=$(curl -s -H "$A" "$U/collections?limit=100" | jq -r '.data[]|select(.name=="Harbour").id')`,
      `curl -s -H "$A" --json "{\\"query\\":\\"When does the horn sound in the fog?\\",\\"knowledge_base\\":{\\"source\\":\\"collections\\",\\"collections\\":[\\"$C\\"]}}" $U/deepSearch > hits`,
      `$BROWSER "$(jq -r '.results[0]|"\\(.media_url)#t=\\(.start_time)"' hits)"`,
    ],
  },
  {
    name: 'Four seconds of a film shared',
    vau: ['vau share create harbour.mp4 --clip 0:27-0:31 --wait'],
    alone: [
      `C=$(curl -s -H "$A" "$U/collections?limit=100" | jq -r '.data[]|select(.name=="Harbour").id')`,
      `F=$(curl -s -H "$A" "$U/collections/$C/videos?limit=100" | jq -r '.data[]|select(.file.filename=="harbour.mp4").file_id')`,
      `S=$(curl -s -H "$A" --json '{"strategy":"manual","manual_config":{"segments":[{"start_time":24.5,"end_time":30}]}}' $U/files/$F/segmentations | jq -r .segmentation_id)`,
      `until curl -s -H "$A" $U/segmentations/$S | jq -e '.status=="completed"' > /dev/null; do sleep 1; done`,
      `G=$(curl -s -H "$A" $U/segmentations/$S | jq -r '.data.segments[0].id')`,
      `H=$(curl -s -H "$A" --json "{\\"file_id\\":\\"$F\\",\\"file_segment_id\\":\\"$G\\",\\"visibility\\":\\"private\\"}" $U/share | jq -r .id)`,
      `until curl -s -H "$A" $U/share/$H | jq -e '.status=="completed"' > /dev/null; do sleep 1; done`,
      `curl -s -H "$A" $U/share/$H | jq -r .share_url`,
    ],
  },
  {
    name: 'A transcript saved as SRT',
    vau: ['vau media-description get Harbour harbour.mp4 --save harbour.srt'],
    alone: [
      `C=$(curl -s -H "$A" "$U/collections?limit=100" | jq -r '.data[]|select(.name=="Harbour").id')`,
      `F=$(curl -s -H "$A" "$U/collections/$C/videos?limit=100" | jq -r '.data[]|select(.file.filename=="harbour.mp4").file_id')`,
      `curl -s -H "$A" $U/collections/$C/videos/$F/media-descriptions | jq -r 'def t: (.*1000|round) as $m | "\\($m/3600000|floor+100|tostring[1:]):\\($m/60000%60+100|tostring[1:]):\\($m/1000%60+100|tostring[1:]),\\($m%1000+1000|tostring[1:])"; .speech|to_entries[]|"\\(.key+1)\\n\\(.value.start_time|t) --> \\(.value.end_time|t)\\n\\(.value.text)\\n"' > by-hand.srt`,
    ],
  },
  {
    name: 'A collection exported to Parquet, to be queried',
    vau: ['vau collection export Harbour --format parquet --out talks'],
    alone: [
      `C=$(curl -s -H "$A" "$U/collections?limit=100" | jq -r '.data[]|select(.name=="Harbour").id')`,
      `curl -s -H "$A" "$U/collections/$C/videos?limit=100" | jq -r '.data[].file_id' > films.txt`,
      `while read f; do curl -s -H "$A" $U/collections/$C/videos/$f/media-descriptions | jq -c --arg f $f '.speech[]|{file_id:$f,start_time,end_time,text}'; done < films.txt > speech.ndjson`,
    ],
    note: 'alone: NDJSON of one table, up to 100 films; Parquet takes another program',
  },
  {
    name: 'A criterion attached twice: the second time nothing runs or is charged',
    vau: ['vau moment-criteria attach Watch --file warning.yaml --if-absent --wait'],
    again: 1,
    alone: [
      `C=$(curl -s -H "$A" "$U/collections?limit=100" | jq -r '.data[]|select(.name=="Watch").id')`,
      `curl -s -H "$A" $U/collections/$C | jq -e 'any(.moments_config.criteria[]; .criterion_name=="warning")' > /dev/null || curl -s -H "$A" --json '{"criterion":{"name":"warning","instructions":"Find each sentence that warns of danger at sea."}}' $U/collections/$C/moment-criteria`,
      `until curl -s -H "$A" $U/collections/$C | jq -e 'all(.moments_config.criteria[]; .backfill_status=="completed")' > /dev/null; do sleep 1; done`,
    ],
    note: 'alone: a criterion of that name with other content is not noticed',
  },
  {
    name: 'Production protected: every change there asks first',
    vau: ['vau config set confirm always --profile production'],
    alone: [],
    note: 'alone: the interface asks nothing',
  },
  {
    name: 'An upload killed, and resumed',
    vau: ['vau file upload more --collection Talks'],
    again: 1,
    alone: [
      `for f in more/*; do curl -s -H "$A" "$U/files?content_hash=$(sha256sum < $f | cut -d' ' -f1)" | jq -e '.total>0' > /dev/null || curl -s -H "$A" -F "file=@$f" $U/files; done`,
    ],
    again_alone: 1,
    note: 'alone: without the collection',
  },
  {
    name: 'Two profiles',
    vau: [
      'vau auth login --profile staging --base-url $STAGING --token-file token.txt --no-use',
      'vau collection list --profile staging',
    ],
    alone: [
      `curl -s -H "authorization: Bearer $(cat token.txt)" "$STAGING/collections" | jq -r '.data[]|[.id,.name,.collection_type]|@tsv'`,
    ],
    note: 'alone: URL and token are in every line',
  },
  {
    name: 'A folder probed',
    vau: ['vau probe films -o csv'],
    alone: [
      `for f in films/*; do ffprobe -v error -show_entries format=filename,duration,bit_rate:stream=codec_name,width,height -of compact "$f"; done`,
    ],
    note: 'alone: lines of different columns',
  },
];

/** Number of keys: the characters of each line and Enter, and two keys for each time that the last one is recalled. */
export const keysOf = (lines, again = 0) => lines.reduce((sum, line) => sum + line.length + 1, 0) + 2 * again;

/** The page with the table. */
export function jobsPage() {
  const rows = jobs.map(({ name, vau, again, alone, again_alone, note = '' }, index) => {
    const before = alone.length === 0 ? ['not there', ''] : [alone.length, keysOf(alone, again_alone)];
    return `| ${index + 1} | ${name} | ${vau.length} | ${keysOf(vau, again)} | ${before.join(' | ')} | ${note} |`;
  });
  const lines = jobs.map(
    ({ vau, again }, index) =>
      `# ${index + 1}${again ? ` (twice)` : ''}\n${vau.map((line) => line.replace('$STAGING', 'https://staging.example.com/v1')).join('\n')}`,
  );
  return `# Ten jobs

Everyday work, as it is typed with vau and with the interface alone: curl, jq and a shell, where \`$U\` is the URL of the service and
\`$A\` the header with the token. A key is a character or Enter; a line that is run again takes two keys. \`scripts/jobs.mjs\` holds the
lines of both and writes this page; \`test/acceptance/ten-jobs.long.test.ts\` runs them and checks what they did.

| | job | commands | keys | commands alone | keys alone | |
|---|---|---|---|---|---|---|
${rows.join('\n')}

The lines:

\`\`\`sh
${lines.join('\n')}
\`\`\`

A failed file is one that cannot be processed. \`--delete-failed\` deletes only what the same command sent; a file that is whole stays,
even if its analysis failed.
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(fileURLToPath(new URL('../docs/jobs.md', import.meta.url)), jobsPage());
