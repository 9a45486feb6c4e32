import { placeInText, type JsonRead } from '@common/columns/values/json-tree'
import { useTranslation } from '@renderer/i18n'
import styles from './json.module.css'

export interface JsonProblemProps {
  readonly text: string
  readonly read: JsonRead
  /** It was handed over and not taken. */
  readonly isRefused: boolean
}

/** Where a text ends to be JSON, and what belongs there: quiet while it is being written. */
export function JsonProblem({ text, read, isRefused }: JsonProblemProps) {
  const { t } = useTranslation()
  if (read.ok || text.trim() === '') return <span className={styles.hint} />
  const expected = t(`cells.json.expected.${read.expected}`)
  return (
    <span className={styles.hint} data-refused={isRefused || undefined} role="status">
      {t('cells.json.problem', { ...placeInText(text, read.at), expected })}
    </span>
  )
}
