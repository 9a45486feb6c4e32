import type { TableSummary } from '@common/model'
import type { WireAuditLine } from '@common/operations/audit'
import { formatDateTime, useTranslation } from '@renderer/i18n'
import { Avatar } from '@renderer/ui'
import { useState } from 'react'
import styles from './audit.module.css'
import { differencesOf, whatWords, type Difference } from './audit-words'

export interface AuditLineProps {
  readonly line: WireAuditLine
  /** The table it is about, where it is still there. */
  readonly table: TableSummary | undefined
  readonly onOpenTable: (table: TableSummary) => void
}

/** Differences shown before somebody asks for the others. */
const shownAtFirst = 2
/** Row of a table without a key. */
const keyless = '-'

export function AuditLine({ line, table, onOpenTable }: AuditLineProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const differences = differencesOf(line)
  const shown = open ? differences : differences.slice(0, shownAtFirst)
  const hidden = differences.length - shown.length
  const place = table?.title ?? line.model_name
  return (
    <tr>
      <td className={styles.when}>
        <time dateTime={line.created_at} title={line.created_at}>
          {formatDateTime(line.created_at)}
        </time>
      </td>
      <td className={styles.person}>
        <span className={styles.personLine} title={line.user ?? undefined}>
          {line.user !== null && <Avatar name={line.user} />}
          <span className={styles.cut}>{line.user ?? t('audit.nobody')}</span>
        </span>
      </td>
      <td className={styles.what}>{whatWords(line)}</td>
      <td className={styles.where}>
        {table === undefined ? (
          place
        ) : (
          <button type="button" className={styles.link} onClick={() => onOpenTable(table)}>
            {place}
          </button>
        )}
        {line.model_id !== null && line.model_id !== keyless && <span className={styles.row}>{line.model_id}</span>}
      </td>
      <td>
        <ul className={styles.differences}>
          {shown.map((difference, at) => (
            <DifferenceLine key={at} difference={difference} />
          ))}
        </ul>
        {differences.length > shownAtFirst && (
          <button type="button" className={styles.link} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('audit.fewer') : t('audit.more', { count: hidden })}
          </button>
        )}
      </td>
    </tr>
  )
}

/** `Price: 12.50 → 15`; a value that was not there or is gone is left out. */
function DifferenceLine({ difference: { label, before, after } }: { readonly difference: Difference }) {
  return (
    <li>
      <span className={styles.label}>{label}</span>
      {before !== undefined && before !== '' && <del className={styles.before}>{before}</del>}
      {before !== undefined && before !== '' && after !== undefined && after !== '' && (
        <span className={styles.arrow} aria-hidden="true" />
      )}
      {after !== undefined && after !== '' && <span className={styles.after}>{after}</span>}
    </li>
  )
}
