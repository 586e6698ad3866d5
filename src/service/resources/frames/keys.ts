/** Object keys of what belongs to an extraction. */
export const frameKeys = {
  prefix: (id: string) => `frames/${id}`,
  frame: (id: string, index: number) => `frames/${id}/${index}.jpg`,
};
