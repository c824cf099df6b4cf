import { createContext, Script } from 'node:vm';
import type { PatternTest } from '@memagent/core';

const script = new Script('pattern.test(text)');

/**
 * Tries patterns of strangers on what a model replies. Nothing but a clock stops a regular expression that has begun:
 * all of them together have `ms`, and what has not ended then is given up.
 */
export function timedPatterns(ms = 500): PatternTest {
  let left = ms;
  return (pattern, text) => {
    const began = performance.now();
    try {
      if (left < 1) throw new Error();
      return script.runInContext(createContext({ pattern, text }), { timeout: Math.ceil(left) });
    } catch {
      throw new Error('its patterns take too long to try');
    } finally {
      left -= performance.now() - began;
    }
  };
}
