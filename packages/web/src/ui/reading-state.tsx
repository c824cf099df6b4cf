import type { LiveReading } from '../model/live-reading.ts';

const words: Readonly<Record<string, string>> = {
  queued: 'waits for its turn',
  running: 'reading',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The state of readings in one word, once all have ended. */
export function StateWord({ readings }: { readonly readings: readonly LiveReading[] }) {
  const states = [...new Set(readings.map(({ info }) => info.state))];
  if (!readings.every((reading) => reading.isOver)) return null;
  return states.map((state) => (
    <b key={state} className={`state state-${state}`}>
      {words[state]}
    </b>
  ));
}

/** How readings are doing: how far, and whether the page still hears of them. */
export function ReadingState({ readings }: { readonly readings: readonly LiveReading[] }) {
  const open = readings.filter((reading) => !reading.isOver);
  const failed = readings.filter((reading) => reading.info.error);
  const lost = readings.some((reading) => reading.connection === 'lost');
  const shares = open.map((reading) => reading.tracks[0]?.progress ?? reading.info.progress ?? 0);
  const share = shares.length === 0 ? 1 : Math.min(...shares);
  return (
    <div className="reading-state" role="status">
      {open.length > 0 && (
        <>
          <progress value={share} max={1} aria-label="Share of the text that has been read" />
          <span>
            {words[open[0]!.info.state]} · {Math.round(share * 100)}%
          </span>
        </>
      )}
      {lost && <span className="state state-lost">connection lost, trying again</span>}
      {failed.map((reading) => (
        <p key={reading.info.id} className="warning">
          {reading.info.error!.message}
        </p>
      ))}
      {readings.flatMap((reading) =>
        reading.tracks.flatMap((track) =>
          track.warnings.map((warning) => (
            <p key={`${reading.info.id} ${warning.code} ${warning.message}`} className="warning">
              {warning.message}
            </p>
          )),
        ),
      )}
    </div>
  );
}
