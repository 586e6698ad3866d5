/** File name of the record beside an original: the facts of its row that the original does not contain. */
export const RECORD = 'file.json';

/** Object keys of a file. */
export const fileKeys = {
  prefix: (id: string) => `files/${id}`,
  original: (id: string) => `files/${id}/original`,
  thumbnail: (id: string) => `files/${id}/thumbnail.jpg`,
  subtitles: (id: string) => `files/${id}/subtitles`,
  /** A transcript corrected by hand. @param mark tells it from an earlier one, which a job may still read */
  transcript: (id: string, mark: string) => `files/${id}/transcript-${mark}`,
  record: (id: string) => `files/${id}/${RECORD}`,
};
