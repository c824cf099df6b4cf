/** First names of men. */
export const men =
  'Abel Adam Albert Amos Anders Arthur Barnaby Caleb Cyril Daniel David Dmitri Edgar Edmund Elias Ernest Felix Frank George Gilbert Gustav Harold Hassan Hector Henry Hugo Ivan Jacob James Jonas Joseph Karim Kenji Leonard Luis Marcus Martin Mateo Nathan Oliver Omar Oscar Otto Pedro Ravi Robert Rufus Samuel Silas Simon Stephen Thomas Tobias Victor Walter William Yusuf'.split(
    ' ',
  );
/** First names of women. */
export const women =
  'Ada Agnes Aisha Alice Amelia Anna Beatrice Bertha Carmen Cecilia Clara Constance Dora Edith Eleanor Elena Elsa Emma Esther Eva Fatima Flora Florence Frances Grace Greta Hannah Harriet Helen Hester Hilda Ida Ingrid Irene Jane Julia Keiko Laura Leila Lucy Mabel Maria Martha Matilda Miriam Nadia Nora Olive Priya Rachel Rosa Ruth Sarah Selma Sofia Stella Teresa Ursula Vera Winifred'.split(
    ' ',
  );

/** What a statement may begin with. */
export const openers =
  'by all accounts|as it happened|according to the parish book|they say that|in those days|everyone knew that|it is said that|as the neighbours told it|if I remember rightly|I remember that|the records show that|it was well known that|the minutes say that|as far as anyone could tell|the newspaper wrote that|in spite of everything|my grandmother used to say that|strangely enough'.split(
    '|',
  );
/** What a statement may end with. */
export const tails =
  ', as everybody knew|, or so people said|, which surprised nobody|, and that was all there was to it|, though few remember it now|, and for once no one laughed|, if the old accounts are right'.split(
    '|',
  );
/** Says who {n} is: {l} is a role, {d} what follows "who", {p} man or woman. */
export const introductions =
  '{n} was the {l}|{n} was the {l} of the place|it was {n} who {d}|everyone knew {n}, who {d}|the {l} was called {n}|the {p} who {d} was {n}|{n}, as you may know, {d}|they had a {l} by the name of {n}|in those years {n} {d}|the name of the {l} was {n}'.split(
    '|',
  );

/** Questions for the name of {s}. */
export const nameAsks =
  'Who was {s}?|What was {s} called?|What was the name of {s}?|How was {s} called?|Give the name of {s}.|Tell me who {s} was.'.split(
    '|',
  );
