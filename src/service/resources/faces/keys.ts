/** Object keys used while a match is running. */
export const matchKeys = {
  prefix: (id: string) => `face-matches/${id}`,
  source: (id: string) => `face-matches/${id}/source`,
};

/** Object keys of a detection. */
export const faceKeys = {
  prefix: (id: string) => `faces/${id}`,
  crop: (id: string, position: number) => `faces/${id}/${position}.jpg`,
};
