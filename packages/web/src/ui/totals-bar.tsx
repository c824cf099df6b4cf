import { totalsOf } from '../model/totals.ts';
import type { Track } from '../model/track.ts';
import { brief, count, duration, money } from './format.ts';

/** Steps, tokens, time and money of what is shown. */
export function TotalsBar({ readings }: { readings: readonly { readonly tracks: readonly Track[] }[] }) {
  const totals = totalsOf(readings);
  const share = totals.steps === 0 ? 0 : Math.round((totals.written / totals.steps) * 100);
  const items: [name: string, value: string, title?: string][] = [
    ['steps', count(totals.steps)],
    ['wrote', `${share}%`, `${count(totals.written)} steps changed the memory`],
    ['calls', count(totals.calls)],
    ['tokens in', brief(totals.tokensIn), count(totals.tokensIn)],
    ['tokens out', brief(totals.tokensOut), count(totals.tokensOut)],
    ['time', duration(totals.seconds)],
    ['cost', totals.money === undefined ? 'none' : money(totals.money)],
  ];
  return (
    <dl className="totals">
      {items.map(([name, value, title]) => (
        <div key={name} title={title}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
