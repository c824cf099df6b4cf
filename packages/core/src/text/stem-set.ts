/**
 * A set of stems that is emptied in no time and used again: reading looks at every sentence of a text, and a new
 * `Set` for each costs more than all the rest.
 */
export class StemSet {
  size = 0;
  private stems = new Uint32Array(256);
  /** In which round each place was filled; other rounds' places are free. */
  private rounds = new Uint32Array(256);
  private round = 1;

  clear(): void {
    this.size = 0;
    this.round += 1;
    if (this.round === 2 ** 32) {
      this.rounds.fill(0);
      this.round = 1;
    }
  }

  /** Adds a stem; true if it was not there. */
  add(stem: number): boolean {
    if (this.size * 2 >= this.stems.length) this.grow();
    const { stems, rounds, round } = this;
    const mask = stems.length - 1;
    for (let place = stem & mask; ; place = (place + 1) & mask) {
      if (rounds[place] !== round) {
        rounds[place] = round;
        stems[place] = stem;
        this.size += 1;
        return true;
      }
      if (stems[place] === stem) return false;
    }
  }

  private grow(): void {
    const { stems, rounds, round } = this;
    this.stems = new Uint32Array(stems.length * 2);
    this.rounds = new Uint32Array(stems.length * 2);
    this.round = 1;
    this.size = 0;
    for (let place = 0; place < stems.length; place++) if (rounds[place] === round) this.add(stems[place]!);
  }
}
