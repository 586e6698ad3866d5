/** Object keys of what belongs to a file. */
export const fileKeys = {
  prefix: (id: string) => `files/${id}`,
  original: (id: string) => `files/${id}/original`,
  thumbnail: (id: string) => `files/${id}/thumbnail.jpg`,
  subtitles: (id: string) => `files/${id}/subtitles`,
};
