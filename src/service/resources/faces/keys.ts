/** Object keys of what belongs to a match while it is worked on. */
export const matchKeys = {
  prefix: (id: string) => `face-matches/${id}`,
  source: (id: string) => `face-matches/${id}/source`,
};

/** Object keys of what belongs to a detection. */
export const faceKeys = {
  prefix: (id: string) => `faces/${id}`,
  crop: (id: string, position: number) => `faces/${id}/${position}.jpg`,
};
