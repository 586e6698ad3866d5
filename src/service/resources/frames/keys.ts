/** Object keys of an extraction. */
export const frameKeys = {
  prefix: (id: string) => `frames/${id}`,
  frame: (id: string, index: number) => `frames/${id}/${index}.jpg`,
};
