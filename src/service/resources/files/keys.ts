/** The name of what is kept beside an original: what its row says and it does not. */
export const RECORD = 'file.json';

/** Object keys of what belongs to a file. */
export const fileKeys = {
  prefix: (id: string) => `files/${id}`,
  original: (id: string) => `files/${id}/original`,
  thumbnail: (id: string) => `files/${id}/thumbnail.jpg`,
  subtitles: (id: string) => `files/${id}/subtitles`,
  record: (id: string) => `files/${id}/${RECORD}`,
};
