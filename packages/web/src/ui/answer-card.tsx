import { useMemo } from 'react';
import { answerParts } from '../model/answer-parts.ts';
import type { AnswerEvent, Source } from '../model/events.ts';
import { count } from './format.ts';

const reasons: Readonly<Record<string, string>> = {
  exit: 'The model said that it had the answer, and stopped reading.',
  stopped: 'Stopped before the end of the text.',
  tokens: 'The tokens that were allowed were spent before the end of the text.',
  seconds: 'The time that was allowed was up before the end of the text.',
  money: 'The money that was allowed was spent before the end of the text.',
};

/** The answer: each sentence leads to what it rests on. */
export function AnswerCard({ answer, onSource }: { answer: AnswerEvent; onSource(source: Source): void }) {
  const parts = useMemo(() => answerParts(answer), [answer]);
  let at = 0;
  return (
    <div className={answer.answered ? 'answer' : 'answer unanswered'}>
      <p className="answer-text">
        {!answer.answered && <span className="answer-none">The text, as read, holds no answer. </span>}
        {parts.map((part) => {
          const key = `${at++}`;
          const source = part.source === undefined ? undefined : answer.sources[part.source];
          if (!source) return <span key={key}>{part.text}</span>;
          return (
            <button
              key={key}
              type="button"
              className="answer-part"
              title="Show where this comes from"
              onClick={() => onSource(source)}
            >
              {part.text}
              <sup>{part.source! + 1}</sup>
            </button>
          );
        })}
      </p>
      {answer.partial && <p className="answer-note">{reasons[answer.partial] ?? answer.partial}</p>}
      {answer.confidence !== undefined && (
        <p className="answer-note">Confidence {answer.confidence.toFixed(2)} of 1.</p>
      )}
      {answer.cut !== undefined && (
        <p className="answer-note">Cut short: its {count(answer.cut)} tokens ended before the answer did.</p>
      )}
      {answer.value !== undefined && (
        <pre className="answer-value">{JSON.stringify(answer.value, null, 2)}</pre>
      )}
      {answer.sources.length > 0 && (
        <ol className="sources" aria-label="Sources">
          {answer.sources.map((source) => (
            <li key={`${source.start}-${source.end}`}>
              <button type="button" onClick={() => onSource(source)}>
                <q>{source.text.replace(/\s+/g, ' ')}</q>
                <span className="source-place">
                  {source.file !== undefined && `${source.file}, `}
                  {source.page !== undefined && `page ${source.page}, `}
                  chunk {source.chunk + 1}, byte {count(source.start)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
