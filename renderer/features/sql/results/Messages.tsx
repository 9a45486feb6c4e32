import { positionAt } from '@common/sql'
import type { SqlStatementView } from '@common/sql/shapes'
import { sentenceText, serverSentences, useTranslation } from '@renderer/i18n'
import { ErrorBanner, Icon, TextButton, type IconName } from '@renderer/ui'
import { problemSpan, problemText } from '../problems'
import type { QueryRun } from '../runs'
import { outcomeOf } from '../words'
import styles from './results.module.css'
import type { ResultPaneProps } from './types'

export interface MessagesProps extends Pick<ResultPaneProps, 'sheet' | 'language' | 'onGoTo' | 'onPart'> {
  readonly run: QueryRun
}

const icons: Readonly<Record<SqlStatementView['state'], IconName>> = {
  waiting: 'clock',
  running: 'play',
  done: 'check',
  failed: 'warning',
  cancelled: 'stop',
  skipped: 'minus',
}

/** Characters shown of a statement. */
const excerptMax = 140

/** One line for each statement: what it did, what the database said, and where it failed. */
export function Messages({ run, sheet, language, onGoTo, onPart }: MessagesProps) {
  const { t } = useTranslation()
  if (run.failure !== undefined) return <ErrorBanner title={sentenceText(run.failure)} />
  const statements = run.view?.statements ?? []
  const notes = run.view === undefined ? [] : serverSentences(run.view.notes, run.view.noteMessages).map(sentenceText)
  return (
    <ol className={styles.messages} aria-label={t('sql.messages.label')}>
      {statements.map((statement, at) => {
        const { problem, state, from, to } = statement
        const text = run.sql.slice(from, to).replaceAll(/\s+/g, ' ')
        const position =
          problem === null || problem.offset === null ? undefined : positionAt(sheet.text, run.base + problem.offset)
        return (
          <li key={`${from} ${to}`} className={styles.message} data-state={state}>
            <Icon name={icons[state]} size={14} />
            <div>
              <code className={styles.excerpt} dir="ltr">
                {text.length > excerptMax ? `${text.slice(0, excerptMax)}…` : text}
              </code>
              {problem === null ? (
                <p className={styles.outcome}>
                  {outcomeOf(statement)}
                  {statement.hasResult && (
                    <>
                      {' '}
                      <TextButton onClick={() => onPart(`result-${at}`)}>{t('sql.messages.show')}</TextButton>
                    </>
                  )}
                </p>
              ) : (
                <p className={styles.problem} role="alert">
                  <span dir="auto">
                    {position === undefined
                      ? problemText(problem)
                      : t('sql.messages.at', { ...position, reason: problemText(problem) })}
                  </span>{' '}
                  <TextButton onClick={() => onGoTo(problemSpan(statement, run.base, sheet.text, language.syntax))}>
                    {t('sql.messages.goTo')}
                  </TextButton>
                </p>
              )}
              {statement.messages.map((message) => (
                <p key={message} className={styles.notice} dir="auto">
                  {message}
                </p>
              ))}
            </div>
          </li>
        )
      })}
      {notes.map((note) => (
        <li key={note} className={styles.message}>
          <Icon name="info" size={14} />
          <p>{note}</p>
        </li>
      ))}
    </ol>
  )
}
