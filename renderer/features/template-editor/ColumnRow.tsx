import { draftTypes, moveColumn, placeOf, type DraftColumn, type DraftField } from '@common/templates'
import { TypePicker } from '@renderer/features/tables'
import { memo, useTranslation } from '@renderer/i18n'
import { Icon, IconButton, TextField } from '@renderer/ui'
import { type KeyboardEvent, type PointerEvent } from 'react'
import { ColumnDetails } from './ColumnDetails'
import { editor, useEditor } from './editor-store'
import { problemOf } from './problem-of'
import styles from './rows.module.css'

export interface ColumnRowProps {
  readonly column: DraftColumn
  readonly tableId: string
  readonly at: number
  readonly isReadOnly: boolean
  readonly isMoving: boolean
  readonly onMoving: (columnId: string | undefined) => void
  /** As in `ShownProblems.byColumn`. */
  readonly problems: string
}

/** The row of a column: name, type, details by type (S2 §4, §5). */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { column, tableId, at, isReadOnly, isMoving, problems } = props
  const { t } = useTranslation()
  const { id, name, uiType } = column
  const errorOf = (field: DraftField): string | undefined => {
    const kind = problemOf(problems, field)
    return kind && t(`templateEditor.problems.${kind}`)
  }
  const named = name.trim() || String(at + 1)
  return (
    <li className={styles.row} data-moving={isMoving || undefined} data-column-row={id}>
      {isReadOnly ? <span /> : <Handle {...props} label={t('templateEditor.column.move', { name: named })} />}
      <div className={styles.name} data-template-field={`${id} name`}>
        <TextField
          size="sm"
          aria-label={t('templateEditor.column.nameOf', { number: at + 1 })}
          value={name}
          readOnly={isReadOnly}
          error={errorOf('name')}
          spellCheck={false}
          maxLength={255}
          onChange={(value) => editor.editColumn(id, { field: 'name', value })}
          onBlur={editor.endStep}
        />
      </div>
      <div className={styles.type} data-template-field={`${id} uiType`}>
        <TypePicker
          size="sm"
          hiddenLabel={t('templateEditor.column.typeOf', { name: named })}
          value={uiType}
          types={draftTypes}
          placeholder={t('templateEditor.column.chooseType')}
          error={errorOf('uiType')}
          isReadOnly={isReadOnly}
          onChange={(value) => editor.editColumn(id, { field: 'uiType', value })}
        />
      </div>
      <ColumnDetails
        column={column}
        tableId={tableId}
        isFirst={at === 0}
        named={named}
        isReadOnly={isReadOnly}
        errorOf={errorOf}
      />
      {isReadOnly ? (
        <span />
      ) : (
        <IconButton
          icon="trash"
          size="xs"
          className={styles.remove}
          label={t('templateEditor.column.delete', { name: named })}
          onClick={() => {
            focusNextRow(id)
            editor.removeColumn(id)
          }}
        />
      )}
    </li>
  )
})

/** Keeps the keyboard in the table after its row is gone. */
function focusNextRow(columnId: string): void {
  const row = document.querySelector(`[data-column-row="${CSS.escape(columnId)}"]`)
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  next?.querySelector<HTMLElement>('input')?.focus()
}

function Handle({ column: { id }, at, onMoving, isMoving, label }: ColumnRowProps & { readonly label: string }) {
  const move = (to: number): void => {
    const { present } = useEditor.getState().versions
    const columns = placeOf(present, id)?.table.columns ?? []
    if (to < 0 || to >= columns.length || columns[to]?.id === id) return
    // One step of the history for the whole drag.
    editor.change(moveColumn(present, id, to), `move ${id}`)
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(at + by)
    const handle = event.currentTarget
    // The row moves in the page, which takes the focus away.
    requestAnimationFrame(() => handle.focus())
  }
  const end = (): void => {
    onMoving(undefined)
    editor.endStep()
  }
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={label}
      onKeyDown={press}
      onBlur={editor.endStep}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onMoving(id)
      }}
      onPointerMove={(event) => {
        if (isMoving) move(rowUnder(event.currentTarget, event.clientY))
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <Icon name="grip" size={14} />
    </button>
  )
}

/** Returns the index of the row under the pointer; the last one below the list. */
function rowUnder(handle: HTMLElement, y: number): number {
  const rows = [...(handle.closest('ul')?.children ?? [])]
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
  return at < 0 ? rows.length - 1 : at
}
