import { describe, expect, it } from 'vitest';
import { LineIndex } from './line-index.ts';
import { Paragraph } from './paragraph.ts';

const index = new LineIndex([
  new Paragraph(
    'Halcyon',
    'The barque Halcyon was carrying cork.\nCaptain Ruddock lost the Halcyon near Gannet Gut.',
  ),
  new Paragraph('Gannet Gut', 'Gannet Gut is a strait between two rocks.'),
  new Paragraph('', `Captain Ruddock ${'sailed and '.repeat(60)}sank.`),
  ...Array.from({ length: 500 }, (_, n) => new Paragraph('Kettles', `A captain bought kettle ${n}.`)),
]);

describe('lines by their words', () => {
  it('are found best first, as they are remembered', () => {
    expect(index.best('Where did Captain Ruddock lose the Halcyon?', { most: 5 })).toEqual([
      'Captain Ruddock lost the Halcyon near Gannet Gut.',
      'Halcyon The barque Halcyon was carrying cork.',
    ]);
  });

  it('leave out what is told, and stop at as many as wanted', () => {
    const question = 'Where is the strait of Gannet Gut?';
    expect(index.best(question, { most: 1 })).toEqual([
      'Gannet Gut Gannet Gut is a strait between two rocks.',
    ]);
    expect(index.best(question, { most: 5, except: ({ title }) => title === 'Gannet Gut' })).toEqual([
      'Captain Ruddock lost the Halcyon near Gannet Gut.',
    ]);
  });

  it('are not found by what stands everywhere, nor by nothing', () => {
    expect(index.best('Which captain bought a kettle?', { most: 5 })).toEqual([]);
    expect(index.best('', { most: 5 })).toEqual([]);
    expect(new LineIndex([]).best('Where is Gannet Gut?', { most: 5 })).toEqual([]);
  });
});
