import { columnType } from '@common/columns/registry'
import { rollupFunctions } from '@common/model/relations'
import { computedOf, isRelation, relationKinds, relationOf } from '@common/templates'
import { useTranslation } from '@renderer/i18n'
import { Icon, Select } from '@renderer/ui'
import { editor } from './editor-store'
import { TypeSettingsFields } from './TypeSettingsFields'
import styles from './rows.module.css'
import { useLinkOptions, useTableOptions, useTakenOptions } from './use-draft-options'
import type { DetailsProps } from './types'

/** The controls of a column by its type: options, relation, lookup, rollup, or settings. */
export function ColumnDetails(props: DetailsProps) {
  const { column, isFirst } = props
  const { t } = useTranslation()
  const computed = computedOf(column)
  if (isRelation(column)) return <RelationDetails {...props} />
  if (computed === 'formula')
    return (
      <div className={styles.details}>
        <code className={styles.formula} dir="ltr" title={column.formula}>
          {column.formula ?? ''}
        </code>
      </div>
    )
  if (computed !== undefined) return <FollowDetails {...props} />
  if (column.uiType !== undefined && columnType(column.uiType).choices !== 'none') return <ChoiceDetails {...props} />
  return (
    <div className={styles.details}>
      <TypeSettingsFields {...props} />
      {isFirst && <span className={styles.hint}>{t('templateEditor.column.recordName')}</span>}
    </div>
  )
}

function RelationDetails({ column, named, isReadOnly, errorOf }: DetailsProps) {
  const { t } = useTranslation()
  const tables = useTableOptions()
  const { id, relatedId } = column
  return (
    <div className={styles.details}>
      <div data-template-field={`${id} relation`}>
        <Select
          size="sm"
          aria-label={t('templateEditor.relation.kindOf', { name: named })}
          value={relationOf(column) ?? null}
          disabled={isReadOnly}
          error={errorOf('relation')}
          options={relationKinds.map((value) => ({ value, label: t(`templateEditor.relation.${value}`) }))}
          onChange={(value) => editor.editColumn(id, { field: 'relation', value })}
        />
      </div>
      <div data-template-field={`${id} related`}>
        <Select
          size="sm"
          aria-label={t('templateEditor.relation.tableOf', { name: named })}
          placeholder={t('templateEditor.relation.table')}
          value={relatedId ?? null}
          disabled={isReadOnly}
          error={errorOf('related')}
          searchable
          options={tables.map((option) => ({ ...option, icon: <Icon name="table" size={14} /> }))}
          onChange={(value) => editor.editColumn(id, { field: 'related', value })}
        />
      </div>
    </div>
  )
}

/** Lookup: link and column; rollup: also a function; count: the link. */
function FollowDetails({ column, tableId, named, isReadOnly, errorOf }: DetailsProps) {
  const { t } = useTranslation()
  const links = useLinkOptions(tableId)
  const columns = useTakenOptions(column)
  const { id, follows, rollup } = column
  const kind = computedOf(column)
  return (
    <div className={styles.details}>
      <div className={styles.link} data-template-field={`${id} link`}>
        <Select
          size="sm"
          aria-label={t('templateEditor.follow.linkOf', { name: named })}
          placeholder={t(links.length === 0 ? 'templateEditor.follow.noLink' : 'templateEditor.follow.link')}
          value={follows?.linkId ?? null}
          disabled={isReadOnly || links.length === 0}
          error={errorOf('link')}
          options={links.map((option) => ({ ...option, icon: <Icon name="link" size={14} /> }))}
          onChange={(value) => editor.editColumn(id, { field: 'link', value })}
        />
      </div>
      {kind !== 'count' && (
        <div data-template-field={`${id} column`}>
          <Select
            size="sm"
            aria-label={t('templateEditor.follow.columnOf', { name: named })}
            placeholder={t('templateEditor.follow.column')}
            value={follows?.columnId ?? null}
            disabled={isReadOnly || follows?.linkId === undefined}
            error={errorOf('column')}
            searchable
            options={columns}
            onChange={(value) => editor.editColumn(id, { field: 'column', value })}
          />
        </div>
      )}
      {kind === 'rollup' && (
        <div data-template-field={`${id} rollup`}>
          <Select
            size="sm"
            aria-label={t('templateEditor.follow.functionOf', { name: named })}
            placeholder={t('templateEditor.follow.function')}
            value={rollup ?? null}
            disabled={isReadOnly}
            error={errorOf('rollup')}
            options={rollupFunctions.map((value) => ({ value, label: t(`tables.computed.functions.${value}`) }))}
            onChange={(value) => editor.editColumn(id, { field: 'rollup', value })}
          />
        </div>
      )}
    </div>
  )
}

/** Chips in the row; the others are counted. */
const chipsMost = 4

function ChoiceDetails({ column: { id, choices = [] }, named, isReadOnly }: DetailsProps) {
  const { t } = useTranslation()
  const chips = (
    <>
      {choices.slice(0, chipsMost).map(({ title, color }, at) => (
        <bdi key={at} className={styles.chip} style={{ background: `var(--c-${color})`, color: `var(--k-${color})` }}>
          {title}
        </bdi>
      ))}
      {choices.length > chipsMost && (
        <span className={styles.hint}>{t('templateEditor.choices.more', { count: choices.length - chipsMost })}</span>
      )}
      {choices.length === 0 && <span className={styles.hint}>{t('templateEditor.choices.none')}</span>}
    </>
  )
  if (isReadOnly) return <div className={styles.chips}>{chips}</div>
  return (
    <button type="button" className={styles.chips} onClick={() => editor.open({ kind: 'choices', columnId: id })}>
      <span className="hidden-text">{t('templateEditor.choices.editOf', { name: named, count: choices.length })}</span>
      {chips}
      <Icon name="pencil" size={12} />
    </button>
  )
}
