import type { Column } from '@common/model'
import { sentenceOf, useFailure } from '@renderer/api'
import { PeopleProvider } from '@renderer/cells'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Dialog, IconButton, Menu, MenuItem } from '@renderer/ui'
import { useState } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import { GridModel } from '../model/grid-model'
import { LinkEditor } from '../links/LinkEditor'
import { useLinkLabels } from '../links/use-link-labels'
import type { Row } from '../rows/row-key'
import { countRows, type RowSpan } from '../painter/selection'
import { GridSessionProvider, type GridSession } from '../session/session'
import { usePeople } from '../session/use-people'
import { RecordField } from '../record/RecordField'
import styles from './bulk-edit.module.css'
import { changeRows } from './row-operations'
import { useModelVersion } from '../record/use-model-version'

export interface BulkEditDialogProps {
  readonly session: GridSession
  readonly spans: readonly RowSpan[]
  readonly onClose: () => void
}

/** Sets one value for each of some fields in all selected records. */
export function BulkEditDialog({ session, spans, onClose }: BulkEditDialogProps) {
  const { projectId, model, columns, grid, notes } = session
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const [linking, setLinking] = useState<{ column: DataGridColumn; field: HTMLElement; typed: string | undefined }>()
  // The fields belong to an unsaved record: edited and validated like any other.
  const [values] = useState(() => blankModel(model))
  const version = useModelVersion(values)
  useLinkLabels(projectId, model.table, values, grid)
  const people = usePeople(projectId, model.table, session.permissions, true)
  const count = countRows(spans)
  const offered = columns.filter(
    // Files are put where they belong, one record at a time.
    ({ id, editable, column, display }) =>
      editable && !column.unique && !column.primaryKey && display !== 'files' && !chosen.includes(id),
  )
  const fields = chosen.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const row = values.rows.rowAt(0) ?? {}
  const isEmpty = ({ title }: Column): boolean => row[title] === null || row[title] === undefined
  const needed = fields.find(({ column }) => column.required && isEmpty(column))
  const refused = fields.find(({ column }) => values.refusedAt(0, column) !== undefined)

  const save = (): void => {
    setWorking(true)
    setError(undefined)
    const given: Row = Object.fromEntries(fields.map(({ column: { title } }) => [title, row[title] ?? null]))
    changeRows(model, spans, given).then(
      (changed) => {
        toast.success(sentence('record.bulk.done', { count: changed }))
        onClose()
        grid.current?.focus()
      },
      (problem: unknown) => {
        setWorking(false)
        setError(problem)
      },
    )
  }
  const reason =
    fields.length === 0
      ? t('record.bulk.nothing')
      : needed
        ? t('record.bulk.needed', { column: needed.title })
        : refused
          ? t('record.bulk.refused', { column: refused.title })
          : undefined

  return (
    <GridSessionProvider value={{ ...session, model: values }}>
      <Dialog
        opened
        title={t('record.bulk.title', { count })}
        action={t('record.bulk.action', { count })}
        loading={working}
        keepOnEscape
        disabledReason={reason}
        error={error}
        onSubmit={save}
        onClose={() => {
          onClose()
          grid.current?.focus()
        }}
      >
        <PeopleProvider people={people}>
          <div className={styles.fields}>
            {fields.map((column) => (
              <div key={column.id} className={styles.line}>
                <RecordField
                  model={values}
                  row={0}
                  column={column}
                  onLink={(link, field, typed) => setLinking({ column: link, field, typed })}
                  onMove={(from, by) => next(from, by)}
                  onExplain={notes.explain}
                />
                <IconButton
                  icon="close"
                  size="xs"
                  label={t('record.bulk.remove', { column: column.title })}
                  onClick={() => setChosen(chosen.filter((id) => id !== column.id))}
                />
              </div>
            ))}
            {fields.length === 0 && <p className={styles.hint}>{t('record.bulk.hint')}</p>}
            <Menu
              target={
                <Button size="sm" icon="plus" disabled={offered.length === 0}>
                  {t('record.bulk.add')}
                </Button>
              }
            >
              {offered.map(({ id, title }) => (
                <MenuItem key={id} onClick={() => setChosen([...chosen, id])}>
                  {title}
                </MenuItem>
              ))}
            </Menu>
            {fields.length > 0 && <p className={styles.hint}>{t('record.bulk.preview', { count })}</p>}
          </div>
        </PeopleProvider>
        {linking && (
          <LinkEditor
            projectId={projectId}
            model={values}
            cell={{ column: 0, row: 0 }}
            column={linking.column}
            typed={linking.typed}
            mayChange
            mayCreate={session.mayAddRows}
            boundsOf={() => {
              const { x, y, width, height } = linking.field.getBoundingClientRect()
              return { x, y, width, height }
            }}
            scrolled={version}
            onDone={() => {
              setLinking(undefined)
              linking.field.focus()
            }}
          />
        )}
      </Dialog>
    </GridSessionProvider>
  )
}

function next(from: HTMLElement, by: 1 | -1): void {
  requestAnimationFrame(() => {
    const all = [...(from.closest('form')?.querySelectorAll<HTMLElement>('[data-field-value]') ?? [])]
    const at = all.indexOf(from)
    ;(all[at + by] ?? all[at])?.focus()
  })
}

/** Creates a model with one unsaved record of the same table. Values given to it stay there. */
function blankModel(beside: GridModel): GridModel {
  const { table } = beside
  const key = Object.fromEntries(table.primaryKey.map((name) => [titleOf(table.columns, name), 0]))
  const row: Row = { ...Object.fromEntries(table.columns.map(({ title }) => [title, null])), ...key }
  const model = new GridModel({
    table,
    api: { ...beside.api, update: async (_row, changes) => changes, read: async () => row },
    source: { rows: async (offset) => (offset === 0 ? [row] : []), count: async () => 1 },
    reader: () => beside.reader,
    search: '',
    sentenceOf,
    lost: () => undefined,
  })
  model.rows.append([row])
  return model
}

const titleOf = (columns: readonly Column[], name: string): string =>
  columns.find((column) => column.name === name)?.title ?? name
