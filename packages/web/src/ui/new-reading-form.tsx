import { useEffect, useRef, useState } from 'react';
import type { Api } from '../api/api.ts';
import { brief } from './format.ts';

interface NewReadingFormProps {
  readonly api: Api;
  /** The id of a document that is there already. */
  readonly document: string | undefined;
  readonly name: string | undefined;
  onStarted(ids: readonly string[]): void;
}

const policies = ['select', 'gated', 'overwrite'] as const;

/** A document, questions, and how to read: what a reading is started with. */
export function NewReadingForm({ api, document: known, name, onStarted }: NewReadingFormProps) {
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [over, setOver] = useState(false);
  const [questions, setQuestions] = useState(['']);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [settings, setSettings] = useState<Readonly<Record<string, string>>>({});
  const [models, setModels] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    api
      .json<{ data: { id: string }[] }>('/v1/models')
      .then(({ data }) => setModels(data.map(({ id }) => id)))
      .catch((cause: Error) => setError(cause.message));
  }, [api]);
  const set = (key: string) => (value: string) => setSettings((before) => ({ ...before, [key]: value }));
  const asked = questions.map((question) => question.trim()).filter(Boolean);

  const start = async () => {
    const document =
      known ??
      (file
        ? (await api.upload(file, file.name)).id
        : (await api.upload(new Blob([text], { type: 'text/plain' }), 'pasted.txt')).id);
    const ids: string[] = [];
    for (const policy of chosen.length > 0 ? chosen : [undefined]) {
      const body = { document, questions: asked, ...(policy ? { policy } : {}), ...methodOf(settings) };
      ids.push((await api.post<{ id: string }>('/v1/readings', body)).id);
    }
    onStarted(ids);
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (!known && !file && text.trim() === '') return setError('Drop a file or paste a text first.');
    if (asked.length === 0) return setError('Ask something first.');
    setError(undefined);
    setBusy(true);
    start()
      .catch((cause: Error) => setError(cause.message))
      .finally(() => setBusy(false));
  };
  return (
    <form className="ask" onSubmit={submit}>
      {known ? (
        <p className="document-known">
          <b>{name ?? known}</b> <a href="#/">another document</a>
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers; the button beside it picks a file
        <div
          className={over ? 'drop over' : 'drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const [dropped] = event.dataTransfer.files;
            if (dropped) setFile(dropped);
          }}
        >
          {file ? (
            <p className="document-known">
              <b>{file.name}</b> <span>{brief(file.size)} bytes</span>{' '}
              <button type="button" className="quiet" onClick={() => setFile(undefined)}>
                another
              </button>
            </p>
          ) : (
            <>
              <textarea
                aria-label="Text"
                placeholder="Drop a file here, or paste a text: books, logs, case files. PDF, DOCX, EPUB and HTML too."
                rows={5}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <p className="drop-foot">
                <button type="button" onClick={() => picker.current?.click()}>
                  Choose a file
                </button>
                {text !== '' && <span>{brief(text.length)} characters</span>}
              </p>
            </>
          )}
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="File"
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </div>
      )}
      {questions.map((question, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added at the end
        <div className="question" key={i}>
          <input
            type="text"
            aria-label={i === 0 ? 'Question' : `Question ${i + 1}`}
            placeholder={i === 0 ? 'Your question' : 'Another question, read for in the same pass'}
            value={question}
            onChange={(event) =>
              setQuestions(questions.map((each, n) => (n === i ? event.target.value : each)))
            }
          />
          {i === questions.length - 1 && i < 63 && (
            <button
              type="button"
              aria-label="Add a question"
              onClick={() => setQuestions([...questions, ''])}
            >
              +
            </button>
          )}
        </div>
      ))}
      <details className="settings">
        <summary>Policy and settings</summary>
        <fieldset>
          <legend>Policy (several are read side by side)</legend>
          {policies.map((policy) => (
            <label key={policy}>
              <input
                type="checkbox"
                checked={chosen.includes(policy)}
                onChange={(event) =>
                  setChosen(
                    event.target.checked ? [...chosen, policy] : chosen.filter((each) => each !== policy),
                  )
                }
              />
              {policy}
            </label>
          ))}
        </fieldset>
        <div className="fields">
          <label>
            Model
            <select value={settings.model ?? ''} onChange={(event) => set('model')(event.target.value)}>
              {models.map((model, i) => (
                <option key={model} value={i === 0 ? '' : model}>
                  {model}
                </option>
              ))}
            </select>
          </label>
          <Amount label="Chunk, tokens" value={settings.chunk} onChange={set('chunk')} />
          <Amount label="Memory, tokens" value={settings.memory} onChange={set('memory')} />
          <Amount
            label="At most, seconds"
            placeholder="no limit"
            value={settings.seconds}
            onChange={set('seconds')}
          />
          <Amount label="Chunks at a time" placeholder="1" value={settings.ahead} onChange={set('ahead')} />
          <Choice label="Hints" value={settings.hints} onChange={set('hints')} />
          <Choice label="Review the memory" value={settings.review} onChange={set('review')} />
          <Choice label="Weigh answers" value={settings.weigh} onChange={set('weigh')} />
          <Choice label="Keep what matches" value={settings.matches} onChange={set('matches')} />
          <Choice label="May stop early" value={settings.exit} onChange={set('exit')} />
        </div>
      </details>
      {error && (
        <p className="warning" role="alert">
          {error}
        </p>
      )}
      <button type="submit" className="primary" disabled={busy}>
        {busy ? 'Starting…' : 'Read'}
      </button>
    </form>
  );
}

function Amount(props: {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <label>
      {props.label}
      <input
        type="number"
        min={1}
        placeholder={props.placeholder ?? 'the model’s'}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}

function Choice(props: { label: string; value: string | undefined; onChange(value: string): void }) {
  return (
    <label>
      {props.label}
      <select value={props.value ?? ''} onChange={(event) => props.onChange(event.target.value)}>
        <option value="">the model’s</option>
        <option value="yes">yes</option>
        <option value="no">no</option>
      </select>
    </label>
  );
}

/** What was set, as the API takes it; what was not is left to the model. */
export function methodOf(settings: Readonly<Record<string, string>>): Record<string, unknown> {
  const { model, chunk, memory, seconds, ahead, hints, review, weigh, matches, exit } = settings;
  const budgets = {
    ...(chunk ? { chunk: Number(chunk) } : {}),
    ...(memory ? { memory: Number(memory) } : {}),
  };
  return {
    ...(model ? { model } : {}),
    ...(Object.keys(budgets).length > 0 ? { budgets } : {}),
    ...(seconds ? { limits: { seconds: Number(seconds) } } : {}),
    ...(ahead ? { ahead: Number(ahead) } : {}),
    ...(hints ? { hints: hints === 'yes' } : {}),
    ...(review ? { review: review === 'yes' } : {}),
    ...(weigh ? { weigh: weigh === 'yes' } : {}),
    ...(matches ? { keep_matches: matches === 'yes' } : {}),
    ...(exit ? { exit: exit === 'yes' } : {}),
  };
}
