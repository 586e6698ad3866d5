import { deepSearchScopes, type Filter, type Modality, type OneOf } from '../../../contract/index.ts';
import { stemOf } from '../../text/analyse/index.ts';
import { isStopWord, tokens } from '../../text/split-words.ts';
import { OBJECT_NAMES } from '../../understanding/modalities/objects/classes.ts';
import { type ParsedQuery, parseQuery } from './query.ts';

/** Where to search. */
export type SearchModality = Modality;
export type SearchScope = OneOf<typeof deepSearchScopes>;

/** The modalities that are searched by default: measured facts ("dark", "a shot") would match too much. */
export const SEARCH_MODALITIES: readonly SearchModality[] = ['speech', 'scene_text'];

/** The names of objects, as stems: a query that has one is about what was seen as well. */
const OBJECT_STEMS = new Set(OBJECT_NAMES.map((name) => stemOf(name, 'en')));

/** What people call these objects; their own names are searched for as well. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [anyWord('people|pedestrians?|m[ae]n|wom[ae]n|humans?|somebody|someone'), 'person'],
  [anyWord('vehicles?'), 'car bus truck train motorcycle'],
  [anyWord('automobiles?|vans?|taxis?'), 'car'],
  [anyWord('bikes?|cyclists?'), 'bicycle'],
  [anyWord('motorbikes?'), 'motorcycle'],
  [anyWord('(?:air)?planes?|aircraft'), 'airplane'],
  [anyWord('ships?|ferr(?:y|ies)|vessels?'), 'boat'],
  [anyWord('lorr(?:y|ies)'), 'truck'],
];

/** A query for objects alone by their own names; undefined if it has them already, or asks for more than objects. */
function byObjectNames(text: string): string | undefined {
  const named = OTHER_NAMES.reduce((query, [other, name]) => query.replace(other, name), text);
  const isObject = (word: string) => isStopWord(word) || OBJECT_STEMS.has(stemOf(word, 'en'));
  return named !== text && tokens(named).every(({ word }) => isObject(word)) ? named : undefined;
}

/** One search of a plan. */
export interface PlannedSearch {
  query: ParsedQuery;
  modalities: readonly SearchModality[];
  /** True if the request or the query named modalities: titles and metadata are then ignored. */
  modalitiesOnly: boolean;
  scope: SearchScope;
  /** 0..1: weight of this search's results compared with those of the whole query. */
  weight: number;
  filter?: Filter;
}

export interface PlanRequest {
  query: string;
  /** Null: both. */
  scope: SearchScope | null;
  /** Undefined: those named in the query, otherwise all. */
  modalities?: readonly SearchModality[] | undefined;
  /** Whether to search titles and metadata besides the given modalities. */
  descriptive?: boolean | undefined;
  filter?: Filter | undefined;
  /** Further queries, planned by a language model. */
  also?: readonly string[] | undefined;
}

/** Weight of results that match only a part of the query. */
const PART_WEIGHT = 0.85;
/** With both scopes, a file ranks below a segment, which says where in the file. */
const FILE_WEIGHT = 0.9;
const MAX_PARTS = 5;

const SPOKEN = anyWord(
  'says?|said|saying|speaks?|spoke|spoken|talks?|talked|talking|mentions?|mentioned|mentioning|hears?|heard|discuss(?:es|ed|ing)?',
);
/** Leases are signed, too: a sign is a noun here. */
const SIGN = '(?<=(?:the|an?|on|which|what|street|road|shop|warning) )signs?|signs';
const SHOWN = anyWord(`on[ -]?screen|screens?|slides?|captions?|titles? cards?|${SIGN}|displayed|written`);

/** A sign that says something is read; what "it" says may be heard or read. */
const READ = anyWord(
  '(?:on[ -]?screen|screens?|slides?|captions?|posters?|labels?|boards?|banners?|notices?|plates?|titles?|text|signs?|pages?|cards?)(?: (?:that|which))? (?:says?|said|saying|reads?|reading)',
);
const IT_SAYS = anyWord('(?:does|did) it (?:say|read)|it (?:says|said|reads)');

/** A query that begins so asks for what is seen; the words themselves are not searched for. */
const SEEING = /^\s*(?:please\s+)?(?:show\s+(?:me|us)|where\s+(?:do|can)\s+(?:i|we|you)\s+see)\s+/iu;

/** Matches whole words in any script: `\b` would match `sign` in `signé`. */
function anyWord(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'giu');
}

/**
 * Plans a query: first the whole query, then, if it asks for several things, each of them; each in every requested
 * scope. Words such as "says" or "on screen" choose the modality and are not searched for, unless nothing else is left.
 * Deterministic: the same query always gives the same plan.
 * @param languages ISO 639-1 codes the query may be in, the most likely first
 */
export function planSearches(request: PlanRequest, languages: readonly string[] = ['en']): PlannedSearch[] {
  const { text, named, seen } = chooseModalities(request.query);
  const objects = byObjectNames(text);
  const modalities = request.modalities ?? named ?? defaultModalities(objects ?? text, seen);
  const modalitiesOnly = request.modalities ? request.descriptive !== true : named !== undefined;
  if (modalities.length === 0 && modalitiesOnly) return [];
  const scopes: SearchScope[] = request.scope ? [request.scope] : [...deepSearchScopes];
  const parts = splitParts(text);
  const queries = [
    { text, weight: 1 },
    ...[...(parts.length > 1 ? parts : []), ...(objects ? [objects] : []), ...(request.also ?? [])].map(
      (part) => ({
        text: part,
        weight: PART_WEIGHT,
      }),
    ),
  ];
  return queries.flatMap((query) =>
    scopes.map((scope) => ({
      query: parseQuery(query.text, languages),
      modalities,
      modalitiesOnly,
      scope,
      weight: query.weight * (request.scope === null && scope === 'file' ? FILE_WEIGHT : 1),
      ...(request.filter && { filter: request.filter }),
    })),
  );
}

function defaultModalities(text: string, asked = false): readonly SearchModality[] {
  const seen = asked || tokens(text).some(({ word }) => OBJECT_STEMS.has(stemOf(word, 'en')));
  return seen ? [...SEARCH_MODALITIES, 'visual_scene_description'] : SEARCH_MODALITIES;
}

/** What a query asks for, and where. */
interface Chosen {
  readonly text: string;
  readonly named?: readonly SearchModality[];
  /** Whether it asks for what is seen, too. */
  readonly seen?: boolean;
}

function chooseModalities(query: string): Chosen {
  const sought = query.replace(SEEING, '');
  if (sought !== query && hasContent(sought) && !query.includes('"')) return { text: sought, seen: true };
  if (query.includes('"')) return { text: query };
  const read = query.search(READ) >= 0;
  const spoken = !read && query.search(SPOKEN) >= 0;
  const shown = read || query.search(SHOWN) >= 0;
  const either = !shown && query.search(IT_SAYS) >= 0;
  if (spoken === shown && !either) return { text: query };
  const text = query
    .replace(read ? READ : either ? IT_SAYS : spoken ? SPOKEN : SHOWN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!hasContent(text)) return { text: query };
  return either ? { text } : { text, named: spoken ? ['speech'] : ['scene_text'] };
}

/** Splits outside quotes at sentence ends and at "and", "or", "vs", if every part has content words. */
function splitParts(text: string): string[] {
  if (/["\u201c\u201d]/.test(text)) return [];
  const parts = text
    .split(/[?!;\n]+|\.\s|,\s|\s(?:and|or|vs\.?|versus|as well as)\s/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.every(hasContent) ? [...new Set(parts)].slice(0, MAX_PARTS) : [];
}

function hasContent(text: string): boolean {
  return tokens(text).some(({ word }) => !isStopWord(word));
}
