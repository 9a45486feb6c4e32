import { computedKindOf, typeOfKind, type ComputedKind } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { nameKey } from '@common/wire/names'
import { client, useFailure } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { useTranslation, withTexts } from '@renderer/i18n'
import { Button, ErrorBanner, TextField } from '@renderer/ui'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ColumnFrame } from './ColumnFrame'
import { definitionOf, draftOfComputed, nameableColumns, newComputedDraft, type ComputedDraft } from './computed-draft'
import formulaStyles from './formula.module.css'
import { FormulaPreview } from './FormulaPreview'
import { LinkedFields, linksFor } from './LinkedFields'
import styles from './tables.module.css'
import { TypePicker } from './TypePicker'
import { addedColumnWords, columnWords } from './schema-steps'
import { useFormula } from './use-formula'

/** Loads the editor as a separate chunk. */
const FormulaField = lazy(async () => ({
  default: (await withTexts(import('./FormulaField'), ['formula'])).FormulaField,
}))

export interface ComputedColumnPopoverProps {
  readonly projectId: string
  readonly table: Table
  /** The column that changes; undefined for a new one. */
  readonly column: VirtualColumn | undefined
  /** Initial values of a new column, whose title and type may have been chosen elsewhere. */
  readonly start?: { readonly title: string; readonly kind: ComputedKind } | undefined
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly onClose: () => void
  /** A type was chosen that is stored. */
  readonly onStored: (title: string, uiType: UiType) => void
  /** Called with the id before the table reloads. */
  readonly onSave?: ((id: string) => void) | undefined
}

/** Adds or changes a column that is computed, under its head (448 wide). */
export function ComputedColumnPopover(props: ComputedColumnPopoverProps) {
  const { projectId, table, column, start, at, onClose, onStored, onSave } = props
  const { t } = useTranslation()
  const original = useMemo(
    () => (column ? draftOfComputed(table, column) : { ...newComputedDraft, ...start }),
    [table, column, start],
  )
  const [draft, setDraft] = useState<ComputedDraft>(original)
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useFailure()
  const change = (part: Partial<ComputedDraft>): void => setDraft({ ...draft, ...part })
  const isFormula = draft.kind === 'formula'
  // Name and type are set already, so the focus starts at the column's source.
  const isNamed = start !== undefined && start.title.trim() !== ''
  const columns = useMemo(() => nameableColumns(table, column), [table, column])
  const state = useFormula(projectId, table.name, draft.formula, column?.id)
  const isEmpty = draft.formula.trim() === ''
  const hasLinks = draft.kind === 'formula' || linksFor(table, draft.kind).length > 0
  const formulaProblem = isFormula && (!isEmpty || tried) ? state.problem : undefined
  const titleProblem = problemOfTitle(table, column, draft.title)
  const definition = definitionOf(draft)
  const title = column ? t('tables.column.editTitle') : t('tables.column.addTitle')

  const save = (): void => {
    setTried(true)
    if (definition === undefined || titleProblem !== undefined || formulaProblem !== undefined || saving) return
    setSaving(true)
    const wanted = { table: table.name, title: draft.title.trim(), definition }
    const words = column
      ? columnWords(column.title === wanted.title ? 'editedColumn' : 'renamedColumn', column.title, wanted.title, table)
      : addedColumnWords(wanted.title, table)
    recorded(projectId, words, (options) =>
      column
        ? client.call('virtualColumnUpdate', { ...wanted, id: column.id }, { ...options, projectId })
        : client.call('virtualColumnCreate', wanted, { ...options, projectId }),
    )
      .then((made) => onSave?.(made.id))
      .then(onClose, (reason: unknown) => {
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
          <Button size="sm" onClick={onClose} disabled={saving}>
            {t('tables.column.cancel')}
          </Button>
          <Button
            size="sm"
            kind="main"
            type="submit"
            loading={saving}
            disabledReason={hasLinks ? (saving ? undefined : formulaProblem?.message) : t('tables.computed.noLinks')}
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
          onChange={(value) => change({ title: value })}
          error={tried && titleProblem ? t(titleProblem, { name: draft.title.trim() }) : undefined}
          data-autofocus={!isNamed || undefined}
          autoFocus={!isNamed}
        />
        <TypePicker
          label={t('tables.column.type')}
          value={typeOfKind[draft.kind]}
          isNew
          computed={column ? 'only' : 'too'}
          onChange={(uiType) => {
            const kind = computedKindOf(uiType)
            if (kind === undefined) onStored(draft.title, uiType)
            else change({ kind })
          }}
        />
      </div>
      {isFormula ? (
        <>
          <Suspense fallback={<div className={formulaStyles.coming} />}>
            <FormulaField
              value={draft.formula}
              onChange={(formula) => change({ formula })}
              columns={columns}
              problem={formulaProblem}
              autoFocus={isNamed}
            />
          </Suspense>
          <FormulaPreview preview={state.preview} isComing={!isEmpty && state.isComing} failure={state.failure} />
        </>
      ) : (
        <LinkedFields
          projectId={projectId}
          table={table}
          kind={draft.kind}
          draft={draft}
          tried={tried}
          autoFocus={isNamed}
          onChange={change}
        />
      )}
      {error !== undefined && <ErrorBanner title={error} />}
    </ColumnFrame>
  )
}

function problemOfTitle(
  table: Table,
  column: VirtualColumn | undefined,
  title: string,
): 'tables.column.nameMissing' | 'tables.column.nameTwice' | undefined {
  const key = nameKey(title.trim())
  if (key === '') return 'tables.column.nameMissing'
  const others = [...table.columns, ...table.virtualColumns.filter(({ id }) => id !== column?.id)]
  return others.some((other) => nameKey(other.title) === key) ? 'tables.column.nameTwice' : undefined
}
