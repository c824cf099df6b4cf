import { expect, it } from 'vitest';
import { naturalOrder } from './natural-order.ts';

it('orders numbers by value and all else by code unit, whatever the order given', () => {
  const names = ['B', 'a', 'chapter 1', 'chapter 2', 'chapter 10', 'chapter 10b', 'x01', 'x1', 'x2'];
  expect([...names].reverse().sort(naturalOrder)).toEqual(names);
});
