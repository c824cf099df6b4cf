/**
 * Live text across tries: what a failed try has already shown is not shown again by the next one. What a viewer
 * sees is a preview; the text of the completion is the last try's alone.
 */
export function liveText(
  onText: ((text: string) => void) | undefined,
): (() => (text: string) => void) | undefined {
  if (!onText) return undefined;
  let shown = 0;
  return () => {
    let seen = 0;
    return (text) => {
      const fresh = text.slice(Math.max(0, shown - seen));
      seen += text.length;
      if (fresh === '') return;
      shown = seen;
      onText(fresh);
    };
  };
}
