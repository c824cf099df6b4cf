type Labels = Readonly<Record<string, string>>;

const help: Record<string, [type: 'counter' | 'histogram' | 'gauge', help: string]> = {
  memagent_http_requests_total: ['counter', 'Requests by route and status.'],
  memagent_http_request_seconds: ['histogram', 'Seconds until the response began.'],
  memagent_model_calls_total: ['counter', 'Calls of models by how they ended.'],
  memagent_model_call_seconds: ['histogram', 'Seconds of a call, without the wait for its turn.'],
  memagent_tokens_total: ['counter', 'Tokens that models read and wrote.'],
  memagent_steps_total: ['counter', 'Steps of readings by outcome.'],
  memagent_readings_total: ['counter', 'Readings that ended, by how.'],
  memagent_readings: ['gauge', 'Readings that wait or run, by model.'],
  memagent_document_bytes: ['gauge', 'Bytes of the documents that are kept.'],
  memagent_calls_waiting: ['gauge', 'Calls that wait for their turn, by model.'],
  memagent_process_resident_memory_bytes: ['gauge', 'Resident memory.'],
  memagent_process_uptime_seconds: ['gauge', 'Seconds since the server began.'],
};

const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600];

interface Histogram {
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
  total: number;
}

type Gauge = () => Iterable<[Labels, number]> | Promise<Iterable<[Labels, number]>>;

/** Counters, histograms and gauges in Prometheus' text format (version 0.0.4). */
export class Metrics {
  readonly #counters = new Map<string, Map<string, { labels: Labels; value: number }>>();
  readonly #histograms = new Map<string, Map<string, Histogram>>();
  readonly #gauges = new Map<string, Gauge>();

  count(name: string, labels: Labels, by = 1): void {
    const series = this.#counters.get(name) ?? new Map();
    this.#counters.set(name, series);
    const key = labelText(labels);
    const entry = series.get(key) ?? { labels, value: 0 };
    entry.value += by;
    series.set(key, entry);
  }

  observe(name: string, labels: Labels, value: number): void {
    const series = this.#histograms.get(name) ?? new Map();
    this.#histograms.set(name, series);
    const key = labelText(labels);
    const entry: Histogram = series.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, total: 0 };
    const at = buckets.findIndex((bound) => value <= bound);
    if (at >= 0) entry.counts[at]!++;
    entry.sum += value;
    entry.total++;
    series.set(key, entry);
  }

  /** A gauge that is looked up when somebody asks. */
  gauge(name: string, read: Gauge): void {
    this.#gauges.set(name, read);
  }

  async render(): Promise<string> {
    const lines: string[] = [];
    const head = (name: string) => {
      const [type, text] = help[name] ?? ['counter', ''];
      lines.push(`# HELP ${name} ${text}`, `# TYPE ${name} ${type}`);
    };
    for (const [name, series] of this.#counters) {
      head(name);
      for (const [labels, { value }] of series) lines.push(`${name}${labels} ${value}`);
    }
    for (const [name, series] of this.#histograms) {
      head(name);
      for (const { labels, counts, sum, total } of series.values()) {
        let below = 0;
        buckets.forEach((bound, i) => {
          below += counts[i]!;
          lines.push(`${name}_bucket${labelText({ ...labels, le: String(bound) })} ${below}`);
        });
        lines.push(`${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${total}`);
        lines.push(`${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${total}`);
      }
    }
    for (const [name, read] of this.#gauges) {
      head(name);
      for (const [labels, value] of await read()) lines.push(`${name}${labelText(labels)} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`,
  );
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
}
