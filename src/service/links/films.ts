/** Addresses of films and of what is cut out of them: `/m/TOKEN/films/FILE_ID/NAME`. The ending of the name tells a browser what it plays. */
/** The first part of the signed path. */
export const FILMS = 'films';

/** The same of what is cut out of a film: `/m/TOKEN/cuts/FILE_ID/START-END.mp4`. */
export const CUTS = 'cuts';

/** The address of a file's original, valid without sign-in for an hour or two. @param filename the file's own name */
export function filmLink(link: (key: string) => string, id: string, filename: string): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0].toLowerCase() ?? '';
  return link(`${FILMS}/${id}/film${ending}`);
}
