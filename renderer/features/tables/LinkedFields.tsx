import type { ComputedKind } from '@common/columns/new-types'
import { linkTitle } from '@common/views/link-title'
import type { StorageClass } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import type { Table } from '@common/model'
import { rollupFunctions, type RollupFunction, type VirtualColumn } from '@common/model/relations'
import { useTranslation } from '@renderer/i18n'
import { Select } from '@renderer/ui'
import type { LinkedDraft } from './computed-draft'
import styles from './formula.module.css'
import { useTable } from './use-tables'

export interface LinkedFieldsProps {
  readonly projectId: string
  readonly table: Table
  readonly kind: Exclude<ComputedKind, 'formula'>
  readonly draft: LinkedDraft
  readonly onChange: (draft: LinkedDraft) => void
  /** True to show missing input, after the first attempt to save. */
  readonly tried: boolean
  /** True to focus the link field first. */
  readonly autoFocus: boolean
}

/** Chooses the link, the column of the linked records, and the aggregate of their values. */
export function LinkedFields({ projectId, table, kind, draft, onChange, tried, autoFocus }: LinkedFieldsProps) {
  const { t } = useTranslation()
  const links = linksFor(table, kind)
  const link = links.find(({ id }) => id === draft.linkId)
  if (links.length === 0) return <p className={styles.none}>{t('tables.computed.noLinks')}</p>
  const missing = (value: string): string | undefined =>
    tried && value === '' ? t('tables.computed.missing') : undefined
  return (
    <div className={styles.fields}>
      <Select
        className={kind === 'count' ? styles.wide : undefined}
        label={t('tables.computed.link')}
        data-autofocus={autoFocus || undefined}
        value={draft.linkId === '' ? null : draft.linkId}
        options={links.map((each) => ({
          value: each.id,
          label: each.kind === 'link' ? linkTitle(each, table) : each.title,
        }))}
        searchable={links.length > 10}
        error={missing(draft.linkId)}
        placeholder={t('tables.computed.choose')}
        onChange={(linkId) => onChange({ ...draft, linkId, column: '' })}
      />
      {kind !== 'count' && (
        <ColumnSelect
          projectId={projectId}
          relatedTable={link?.kind === 'link' ? link.link.relatedTable : undefined}
          value={draft.column}
          error={missing(draft.column)}
          onChange={(column, uiType) => onChange({ ...draft, column, function: figureFor(uiType, draft.function) })}
        />
      )}
      {kind === 'rollup' && (
        <Select<RollupFunction>
          className={styles.wide}
          label={t('tables.computed.function')}
          value={draft.function}
          options={rollupFunctions.map((name) => ({ value: name, label: t(`tables.computed.functions.${name}`) }))}
          onChange={(name) => onChange({ ...draft, function: name })}
        />
      )}
    </div>
  )
}

interface ColumnSelectProps {
  readonly projectId: string
  readonly relatedTable: string | undefined
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (column: string, uiType: UiType | undefined) => void
}

function ColumnSelect({ relatedTable, ...props }: ColumnSelectProps) {
  const { t } = useTranslation()
  return relatedTable === undefined ? (
    <Select
      label={t('tables.computed.column')}
      value={null}
      options={[]}
      disabled
      placeholder={t('tables.computed.linkFirst')}
      onChange={() => undefined}
    />
  ) : (
    <RelatedColumns relatedTable={relatedTable} {...props} />
  )
}

function RelatedColumns({
  projectId,
  relatedTable,
  value,
  error,
  onChange,
}: ColumnSelectProps & { readonly relatedTable: string }) {
  const { t } = useTranslation()
  const { value: related } = useTable(projectId, relatedTable)
  const options = related
    ? [
        ...related.columns.map(({ name, title, uiType }) => ({ value: name, label: title, uiType })),
        ...related.virtualColumns
          .filter(({ kind }) => kind !== 'link')
          .map(({ id, title, result }) => ({ value: id, label: title, uiType: result?.uiType })),
      ]
    : []
  return (
    <Select
      label={t('tables.computed.column')}
      value={value === '' ? null : value}
      options={options}
      searchable={options.length > 10}
      error={error}
      placeholder={t('tables.computed.choose')}
      onChange={(chosen) => onChange(chosen, options.find((option) => option.value === chosen)?.uiType)}
    />
  )
}

const ofNumbers: ReadonlySet<RollupFunction> = new Set(['sum', 'avg', 'sumDistinct', 'avgDistinct'])
const numbers: ReadonlySet<StorageClass> = new Set(['autoIncrement', 'integer', 'decimal', 'float', 'year', 'boolean'])

/** Texts and dates have no sum, so the default is a count. */
function figureFor(uiType: UiType | undefined, chosen: RollupFunction): RollupFunction {
  const isNumber = uiType === undefined || numbers.has(columnType(uiType).storage)
  return isNumber || !ofNumbers.has(chosen) ? chosen : 'count'
}

/**
 * Returns the links that a column of the kind can follow. An aggregate over one record equals its value, which is a
 * lookup.
 */
export function linksFor(table: Table, kind: LinkedFieldsProps['kind']): readonly VirtualColumn[] {
  return table.virtualColumns.filter(
    (column) =>
      column.kind === 'link' &&
      column.problem === undefined &&
      column.link.toAssociation !== true &&
      (kind === 'lookup' || column.link.kind !== 'belongsTo'),
  )
}
