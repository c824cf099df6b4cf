// The reading view in an exported file: the same components, with events and text from the file itself.
import { createRoot } from 'react-dom/client';
import './styles/base.css';
import './styles/reading.css';
import type { LoggedEvent, ReadingInfo } from './model/events.ts';
import { LiveReading } from './model/live-reading.ts';
import { type Host, HostContext } from './ui/host.ts';
import { Inspector } from './ui/inspector.tsx';
import { ThemeSwitch } from './ui/theme-switch.tsx';

interface Exported {
  readonly readings: readonly { readonly reading: ReadingInfo; readonly events: readonly LoggedEvent[] }[];
  readonly texts: Readonly<Record<string, readonly (readonly [start: number, end: number, text: string])[]>>;
}

const data = JSON.parse(document.getElementById('memagent-data')!.textContent!) as Exported;
const readings = data.readings.map(({ reading, events }) => {
  const live = new LiveReading(reading);
  for (const event of events) live.take(event);
  live.describe(reading);
  live.connect('ended');
  return live;
});
const host: Host = {
  text: async (document, from, to) => {
    const found = data.texts[document]?.find(([start, end]) => start <= from && to <= end);
    if (!found) throw new Error('The text of this chunk is not in the file.');
    return { start: found[0], end: found[1], text: found[2] };
  },
};
createRoot(document.getElementById('root')!).render(
  <HostContext value={host}>
    <header className="top">
      <span className="brand">MemAgent</span>
      <p className="exported">A reading, as it was exported</p>
      <ThemeSwitch />
    </header>
    <Inspector readings={readings} initial={{ step: undefined, track: 0 }} />
  </HostContext>,
);
