/** In a list of wordings: what stands before this mark is divided between training and test, what follows is training's alone. */
export const forTraining = '+';

/** A list of wordings with further ones that only training has, so that a test sentence stays what it was. */
export const withFurther = (list: readonly string[], further: readonly string[]): readonly string[] => [
  ...list,
  forTraining,
  ...further,
];
