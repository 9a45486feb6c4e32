import { placeInText, type JsonRead } from '@common/columns/values/json-tree'
import { useTranslation } from '@renderer/i18n'
import styles from './json.module.css'

export interface JsonProblemProps {
  readonly text: string
  readonly read: JsonRead
  /** True if the user committed it and the column rejected it. */
  readonly isRefused: boolean
}

/** The position where a text stops being valid JSON, and what is expected there. Muted while the user types. */
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
