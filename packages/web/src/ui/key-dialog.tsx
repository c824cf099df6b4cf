import { useEffect, useRef, useState } from 'react';

/** Asks for the key that the server wants; it is kept for this tab alone. */
export function KeyDialog({ wrong, onKey }: { wrong: boolean; onKey(key: string): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [key, setKey] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="key-title" onCancel={(event) => event.preventDefault()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== '') onKey(key.trim());
        }}
      >
        <h2 id="key-title">This server wants a key</h2>
        <p>It is kept in this tab, and forgotten with it.</p>
        {wrong && (
          <p className="warning" role="alert">
            The server does not know that key.
          </p>
        )}
        <label>
          Key
          <input
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <button type="submit" className="primary">
          Go on
        </button>
      </form>
    </dialog>
  );
}
