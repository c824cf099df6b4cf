/** The figures of a bench, as its last line gives them. */
export type Figures = Readonly<Record<string, number>>;

/** What a bench is started with. */
export interface BenchOptions {
  /** Smaller sizes and fewer rounds: shows that it works, not how fast it is. */
  readonly quick: boolean;
  /** An option with a value, as text. */
  value(name: string): string | undefined;
  /** An option with a number, or the default: for a whole bench, for a quick one. */
  number(name: string, usual: number, quick?: number): number;
  flag(name: string): boolean;
}

/** A bench: prints its tables as it goes, and gives the figures. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  /** Its own options: the name, what it takes, and what it does. */
  readonly options: Readonly<Record<string, { readonly takes?: string; readonly about: string }>>;
  run(options: BenchOptions): Promise<Figures>;
}
