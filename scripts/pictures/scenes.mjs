/** What the pictures of README.md and docs/terminal.md show: a shell at 80 columns, and what is typed there. */

/** Each picture: its name, the rows of its terminal, and the steps of onTerminal. */
export const scenes = [
  {
    name: 'terminal-tour',
    rows: 28,
    steps: [
      'vau deep-search run "When does the horn sound?" --collection Harbour',
      'vau share create harbour.mp4 --clip 24-30 --wait --query share_url',
      'vau media-description get Harbour harbour.mp4 --modality speech --end-time 12',
    ],
  },
  { name: 'terminal-help', rows: 46, steps: ['vau share create --help | head -44'] },
  {
    name: 'terminal-output',
    rows: 26,
    steps: ['vau deep-search run "When does the horn sound?" --collection Harbour'],
  },
  {
    name: 'terminal-transcript',
    rows: 30,
    steps: [
      'vau media get Harbour harbour.mp4',
      'vau media-description get Harbour harbour.mp4 --modality speech --end-time 20',
    ],
  },
  {
    name: 'terminal-paging',
    rows: 17,
    steps: ['vau file list --limit 3', 'vau file list --limit 3 --offset 3'],
  },
  {
    name: 'terminal-query',
    rows: 14,
    steps: [
      "vau file list --query 'data[?status==`failed`].[filename,error]' -o tsv",
      'vau collection get Talks --query file_count',
      'vau file list --limit 3 --fields filename,status -o csv',
    ],
  },
  { name: 'terminal-table', rows: 30, steps: ['vau media list Talks'] },
  {
    name: 'terminal-prompts',
    rows: 24,
    steps: [
      { keys: 'vau collection get\r', until: /collection/i },
      { keys: 'Har', until: /Har/ },
      { keys: '\r' },
      { keys: 'vau file delete a-walk\t\r', until: /\?/ },
      { keys: 'n\r' },
    ],
  },
  {
    name: 'terminal-completion',
    rows: 8,
    steps: [
      { keys: 'vau share \t\t', until: /verify|revoke|list/ },
      { keys: 'cr\t', until: /create $/ },
      { keys: '--vis\t', until: /--visibility $/ },
      { keys: '\t\t\t', until: /public/ },
      { keys: 'u\t', until: /ublic $/ },
      { keys: '\x15vau collection export --format \t\t', until: /parquet/ },
    ],
  },
  {
    name: 'terminal-resume',
    rows: 18,
    steps: [
      { keys: 'vau file upload long-night.wav\r', until: /[3-9]\d %/, busy: true },
      { keys: '\x03' },
      'vau file upload long-night.wav',
    ],
  },
];
