/** The share of "e" among the letters of an answer: a reward that even random weights can climb. */
export const reward = (answer) => {
  const letters = answer.toLowerCase().replace(/[^a-z]/g, '');
  return letters === '' ? 0 : letters.replace(/[^e]/g, '').length / letters.length;
};
