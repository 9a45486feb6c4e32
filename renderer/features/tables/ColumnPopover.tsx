import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import type { Column, Table } from '@common/model'
import { columnInput } from '@common/model/column-definition'
import { client, useFailure } from '@renderer/api'
import { recordChange } from '@renderer/features/undo'
import { localeTag, useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, Icon, TextField } from '@renderer/ui'
import { useMemo, useState } from 'react'
import {
  definitionOfDraft,
  draftOfColumn,
  isSelectType,
  newColumnDraft,
  optionsOfDraft,
  parseDefault,
  problemOfDraft,
  withNewOption,
  type ColumnDraft,
} from './column-draft'
import { ChangePreview } from './ChangePreview'
import dialogStyles from './column-dialog.module.css'
import { ColumnFrame } from './ColumnFrame'
import { ColumnMore, saysMore } from './ColumnMore'
import { ColumnPreview } from './ColumnPreview'
import { ColumnSettings } from './ColumnSettings'
import styles from './tables.module.css'
import { TypePicker } from './TypePicker'
import { addedColumnWords, recordColumnChanges, updateOf } from './schema-steps'
import { useChangePreview } from './use-change-preview'

export interface ColumnPopoverProps {
  readonly projectId: string
  readonly table: Table
  /** The column that changes; undefined for a new one. */
  readonly column: Column | undefined
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Initial values of a new column, whose title and type may have been chosen elsewhere. */
  readonly start?: { readonly title: string; readonly uiType: UiType } | undefined
  /** A type was chosen that is computed. */
  readonly onComputed?: ((title: string, uiType: UiType) => void) | undefined
  readonly onClose: () => void
  /** Called with the name in the database before the table reloads. */
  readonly onSave?: ((name: string) => void) | undefined
}

/** Adds or changes a column, under its head (448 wide). */
export function ColumnPopover(props: ColumnPopoverProps) {
  const { projectId, table, column, at, start, onComputed, onClose, onSave } = props
  const { t } = useTranslation()
  const locale = localeTag()
  const original = useMemo(
    () => (column ? draftOfColumn(column, locale) : ofType({ ...newColumnDraft, ...start })),
    [column, locale, start],
  )
  const [draft, setDraft] = useState<ColumnDraft>(original)
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useFailure()
  const [emptied, setEmptied] = useState(false)
  const [isMore, setMore] = useState(saysMore(original))
  const change = (part: Partial<ColumnDraft>): void => setDraft({ ...draft, ...part })
  const problem = problemOfDraft(draft, table, column)
  const options = optionsOfDraft(draft)
  const defaultProblem = draft.defaultText.trim() === '' ? undefined : parseDefault(draft, options, locale)
  const defaultError =
    defaultProblem && !defaultProblem.ok && draft.defaultText !== original.defaultText
      ? t(`problems.${defaultProblem.problem.problem}`, {
          column: t('tables.column.default'),
          ...defaultProblem.problem.params,
        })
      : undefined
  const shown = (field: string): string | undefined =>
    tried && problem?.field === field ? t(problem.key, { name: problem.name, option: problem.name }) : undefined
  const title = column ? t('tables.column.editTitle') : t('tables.column.addTitle')
  const conversion = useChangePreview(
    projectId,
    table,
    column,
    problem === undefined && defaultError === undefined ? definitionOfDraft(draft, column, locale) : undefined,
  )
  const losing = conversion?.preview?.lost ?? 0
  const isFixed =
    column !== undefined && (column.primaryKey || column.generated || !columnType(column.uiType).creatable)

  const save = (): void => {
    setTried(true)
    if (defaultError !== undefined) setMore(true)
    if (problem !== undefined || defaultError !== undefined || saving) return
    setSaving(true)
    onSave?.(draft.title.trim())
    saveColumn(projectId, table, column, draft, locale, emptied && losing > 0).then(onClose, (reason: unknown) => {
      setError(reason)
      setSaving(false)
    })
  }
  return (
    <ColumnFrame
      title={title}
      at={at}
      isUntouched={draft === original}
      onClose={onClose}
      onSave={save}
      foot={
        <>
          <button
            type="button"
            className={dialogStyles.moreButton}
            aria-expanded={isMore}
            onClick={() => setMore(!isMore)}
          >
            <Icon name="chevronRight" size={12} mirrored={!isMore} />
            <span>{t('tables.column.more')}</span>
          </button>
          <Button size="sm" onClick={onClose} disabled={saving}>
            {t('tables.column.cancel')}
          </Button>
          <Button
            size="sm"
            kind="main"
            type="submit"
            loading={saving}
            disabledReason={losing > 0 && !emptied ? t('tables.preview.choose') : undefined}
          >
            {column ? t('tables.column.save') : t('tables.column.add')}
          </Button>
        </>
      }
    >
      <div className={styles.pair}>
        <TextField
          label={t('tables.column.name')}
          value={draft.title}
          onChange={(title) => change({ title })}
          error={shown('title')}
          data-autofocus
          autoFocus
        />
        <TypePicker
          label={t('tables.column.type')}
          value={draft.uiType}
          isFixed={isFixed}
          isNew={column === undefined}
          computed={column === undefined && onComputed ? 'too' : undefined}
          onChange={(uiType) => {
            if (hasRole({ uiType }, 'computed', 'link')) return onComputed?.(draft.title, uiType)
            setDraft(ofType({ ...draft, uiType }))
          }}
        />
      </div>
      <ColumnSettings table={table} draft={draft} onChange={change} errorOf={shown} />
      <ColumnPreview projectId={projectId} table={table} column={column} draft={draft} />
      {conversion && <ChangePreview shown={conversion} emptied={emptied} onEmptied={setEmptied} />}
      {isMore && (
        <ColumnMore projectId={projectId} column={column} draft={draft} onChange={change} defaultError={defaultError} />
      )}
      {error !== undefined && <ErrorBanner title={error} />}
    </ColumnFrame>
  )
}

/** A list of options starts with an empty one to fill in. */
function ofType(draft: ColumnDraft): ColumnDraft {
  const isEmpty = isSelectType(draft.uiType) && draft.options.length === 0
  return isEmpty ? { ...draft, options: withNewOption([]) } : draft
}

async function saveColumn(
  projectId: string,
  table: Table,
  column: Column | undefined,
  draft: ColumnDraft,
  locale: string,
  emptyLost: boolean,
): Promise<void> {
  const definition = definitionOfDraft(draft, column, locale)
  const change = column
    ? { ...updateOf(column, definition), emptyLost }
    : ({ change: 'add', column: columnInput(definition) } as const)
  let written: string | undefined
  const options = { projectId, onChange: (id: string) => (written = id) }
  await client.call('tableUpdate', { table: table.name, changes: [change] }, options)
  if (column) recordColumnChanges(projectId, table, [{ before: column, after: definition, lost: emptyLost }], written)
  else recordChange(projectId, addedColumnWords(definition.title, table), written)
}
