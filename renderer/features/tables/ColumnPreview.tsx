import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import { convertedValue } from '@common/columns/convert'
import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import { data, type ApiError } from '@renderer/api'
import { CellView } from '@renderer/cells'
import { localeTag, readerZone, useTranslation } from '@renderer/i18n'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { optionsOfDraft, parseDefault, type ColumnDraft } from './column-draft'
import styles from './column-dialog.module.css'

export interface ColumnPreviewProps {
  readonly projectId: string
  readonly table: Table
  readonly column: Column | undefined
  readonly draft: ColumnDraft
}

/** A preview of the first row's value. For a new column, shows the default of new records or an example. */
export function ColumnPreview({ projectId, table, column, draft }: ColumnPreviewProps) {
  const { t } = useTranslation()
  const locale = localeTag()
  const first = useFirstValue(projectId, table, column)
  const options = optionsOfDraft(draft)
  const shownColumn: Column = { ...blankColumn, title: draft.title.trim(), uiType: draft.uiType, options }
  const hasRow = column !== undefined && first !== undefined && first !== null
  const converted = hasRow ? convertedValue(first, column, shownColumn) : undefined
  if (converted?.fits === false)
    return (
      <Framed label={t('tables.column.previewRow')}>
        <span className={styles.unfit}>{t('tables.column.unfit', { value: shortened(String(first)) })}</span>
      </Framed>
    )
  const value = converted?.value ?? exampleOf(draft, locale)
  if (value === undefined) return null
  const text = columnType(draft.uiType).format(value, shownColumn, { locale, timeZone: readerZone() })
  return (
    <Framed label={hasRow ? t('tables.column.previewRow') : t('tables.column.example')}>
      <CellView value={value} text={text} column={shownColumn} />
    </Framed>
  )
}

function Framed({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <div className={styles.previewLabel}>{label}</div>
      <div className={styles.preview} role="img" aria-label={label}>
        {children}
      </div>
    </div>
  )
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** Returns the first row's value of an existing column; undefined while loading, and for an empty table. */
function useFirstValue(projectId: string, table: Table, column: Column | undefined): StoredValue | undefined {
  const query = useQuery<readonly Record<string, unknown>[], ApiError>({
    queryKey: ['firstRow', projectId, table.name],
    queryFn: ({ signal }) => data.call(projectId, [table.title], { query: { limit: 1 }, signal }),
    enabled: column !== undefined,
    staleTime: 0,
  })
  const value = column && query.data?.[0]?.[column.title]
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return undefined
}

/** Returns the value to preview: the default of the draft, or an example of its type. */
function exampleOf(draft: ColumnDraft, locale: string): StoredValue | undefined {
  const { uiType } = draft
  const { defaults, display, example } = columnType(uiType)
  const { keyword } = defaults
  const given = draft.defaultText.trim() === '' ? undefined : parseDefault(draft, optionsOfDraft(draft), locale)
  if (given?.ok === true && given.value !== null && given.value !== keyword) return given.value
  if (display === 'button') return draft.title.trim() === '' && (draft.choices.label ?? '') === '' ? undefined : null
  return example(new Date().toISOString())
}
