import { useFailure } from '@renderer/api'
import { typeOfKind } from '@common/columns/new-types'
import { isLinkType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { CellView, isTrue, TypeIcon, type EditorDraft, type EditorMove } from '@renderer/cells'
import { MarkdownText } from '@renderer/features/markdown'
import { sentenceText, useTranslation } from '@renderer/i18n'
import { classes, Icon, IconButton, RequiredMark } from '@renderer/ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { buttonAddress } from '../model/button-address'
import { CellEditor, editorOf, writesAsItGoes } from '../cells/CellEditor'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { ConflictNote } from '../live/ConflictNote'
import { useTypedField } from './saved-record'
import styles from './record.module.css'

export interface RecordFieldProps {
  readonly model: GridModel
  /** Line of the record in the model. */
  readonly row: number
  readonly column: DataGridColumn
  /** The record's name, above its fields. */
  readonly isName?: boolean
  /** Placeholder of an empty field. */
  readonly placeholder?: string
  /** True if the user may create links. Others can open the list, without the plus sign. */
  readonly mayLink?: boolean
  /** A link opens its list here. */
  readonly onLink: (column: DataGridColumn, field: HTMLElement, typed?: string) => void
  /** Moves to another field. */
  readonly onMove: (from: HTMLElement, by: 1 | -1) => void
  /** Why a value cannot be changed. */
  readonly onExplain: (column: DataGridColumn) => void
}

/** A label and a value that is edited in its place. */
export function RecordField(props: RecordFieldProps) {
  const { model, row, column, isName = false, placeholder = '', mayLink = true } = props
  const { t } = useTranslation()
  const problemId = useId()
  const labelId = useId()
  const valueId = useId()
  const facts = fieldFacts(model, row, column)
  const { cell, refused, stored, isCheckbox, opens, text, needs, isLong } = facts
  const { value, editing, problem, press, click, editorHandlers } = useFieldEdits(props, facts)
  const sentence = problem ?? (refused && sentenceText(refused.message))
  const address = addressOf(model, row, column, text)
  // Stars and empty values have no text, so screen readers get words.
  const wordless = !isCheckbox && cell.state === 'ready' && (cell.text === '' || column.display === 'rating')
  const readOnly = !column.editable && !opens
  return (
    <div className={classes(styles.field, isName && styles.name, column.computed && styles.computed)}>
      {isName ? (
        <span id={labelId} className={styles.hidden}>
          {column.title}
        </span>
      ) : (
        <span id={labelId} className={styles.label} title={column.title}>
          <TypeIcon uiType={labelType(column)} />
          <span dir="auto" data-label>
            {column.title}
          </span>
          {column.column.required && column.editable && <RequiredMark />}
        </span>
      )}
      <div className={styles.place}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is said below, by what the value is */}
        <div
          ref={value}
          className={classes(styles.value, isLong && styles.long)}
          data-field-value
          data-column={column.id}
          data-title={column.title}
          data-invalid={sentence !== undefined || undefined}
          data-needs={needs || undefined}
          // A text may hold links: no button holds others.
          role={readOnly || isLong ? 'group' : isCheckbox ? 'checkbox' : 'button'}
          {...(isCheckbox ? { 'aria-checked': isTrue(stored ?? null) } : {})}
          // Its accessible name is the visible label and value.
          aria-labelledby={isCheckbox ? labelId : `${labelId} ${valueId}`}
          id={valueId}
          aria-describedby={sentence === undefined ? undefined : problemId}
          tabIndex={editing === undefined ? 0 : -1}
          aria-hidden={editing !== undefined || undefined}
          onClick={click}
          onKeyDown={press}
        >
          <FieldValue facts={facts} column={column} placeholder={placeholder} />
          {wordless && <span className={styles.hidden}>{text === '' ? t('record.empty') : text}</span>}
          {opens && mayLink && <Icon name="plus" size={12} className={styles.adds} />}
        </div>
        {address !== undefined && editing === undefined && (
          <IconButton
            icon="share"
            size="xs"
            className={styles.follow}
            label={t('grid.menu.openLink')}
            onClick={() => window.open(address, '_blank', 'noopener,noreferrer')}
          />
        )}
        {editing && (
          <FieldEditor
            {...props}
            typed={editing.typed}
            problemId={problem === undefined ? undefined : problemId}
            {...editorHandlers}
          />
        )}
        {sentence !== undefined && (
          <p id={problemId} className={styles.problem} role="alert">
            <Icon name="warning" size={14} />
            {sentence}
          </p>
        )}
      </div>
    </div>
  )
}

/** Returns the current value of a field, and how its column can be edited. */
function fieldFacts(model: GridModel, row: number, column: DataGridColumn) {
  const { editor } = columnType(column.column.uiType)
  const cell = model.cellAt(row, column)
  const refused = model.refusedAt(row, column.column)
  return {
    cell,
    /** Text of the value; empty while it loads. */
    text: cell.state === 'ready' ? cell.text : '',
    refused,
    stored: model.valueAt(row, column.column),
    isCheckbox: editor === 'checkbox' && column.editable,
    isLong: editor === 'longText' && !refused,
    /** True if the field opens a list of linked records. */
    opens: column.link !== undefined && (column.editable || isLinkType(column.column)),
    /** True if the record can't be created without a value here. */
    needs: model.draftAt(row)?.needs(column.column) === true,
  }
}

type FieldFacts = ReturnType<typeof fieldFacts>

/** Editing of a field by keyboard and pointer, with the focus before and after. */
function useFieldEdits(
  { model, row, column, onLink, onMove, onExplain }: RecordFieldProps,
  { refused, stored, isCheckbox, opens }: FieldFacts,
) {
  const [editing, setEditing] = useState<{ readonly typed: string | undefined }>()
  const [problem, setProblem] = useFailure()
  const value = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  const keepTyped = useTypedField(model, row, column.id, editing !== undefined, (typed) => setEditing({ typed }))

  useEffect(() => {
    // After keyboard editing, the focus returns to the field itself.
    if (wasEditing.current && editing === undefined && document.activeElement === document.body) value.current?.focus()
    wasEditing.current = editing !== undefined
  }, [editing])

  /** Runs once the popover is gone. An editor that has opened meanwhile holds the focus. */
  const focusAgain = (): void => {
    requestAnimationFrame(() => {
      if (!wasEditing.current) value.current?.focus()
    })
  }
  const open = (typed?: string): void => {
    const field = value.current
    if (!field || stored === undefined) return
    if (opens) return onLink(column, field, typed)
    if (isCheckbox) return toggle()
    if (!column.editable || !editorOf(column)) return onExplain(column)
    setEditing({ typed: typed ?? refused?.text })
  }
  const toggle = (): void => {
    setProblem(model.give(row, column.column, { kind: 'json', value: !isTrue(stored ?? null) }))
  }
  const clear = (): void => {
    if (!column.editable) return onExplain(column)
    setProblem(model.give(row, column.column, { kind: 'text', text: '' }))
  }
  const commit = (draft: EditorDraft, move: EditorMove): void => {
    const found = model.give(row, column.column, draft)
    setProblem(found)
    if (found !== undefined) return
    setEditing(undefined)
    const field = value.current
    if (field && (move === 'down' || move === 'right')) onMove(field, 1)
    else if (field && move === 'left') onMove(field, -1)
    else focusAgain()
  }
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Enter' || key === 'F2' || key === ' ') open()
    else if (key === 'Delete' || key === 'Backspace') clear()
    else if (key === 'ArrowDown') onMove(event.currentTarget, 1)
    else if (key === 'ArrowUp') onMove(event.currentTarget, -1)
    else if (key === 'Escape' && refused) model.forgetRefused(row, column.column)
    else if (/^[\p{L}\p{N}\p{S}\p{P}]$/u.test(key) && (column.editable || opens) && !isCheckbox) open(key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const click = (event: MouseEvent<HTMLDivElement>): void => {
    // A link in a text is followed; marking text with the pointer is no wish to write.
    if (event.target instanceof Element && event.target.closest('a')) return
    if (window.getSelection()?.isCollapsed === false) return
    open()
  }
  const endEditing = (): void => {
    setEditing(undefined)
    setProblem(undefined)
  }
  const editorHandlers = {
    onCommit: commit,
    onCancel: () => {
      endEditing()
      focusAgain()
    },
    onLeave: (draft) => {
      const found = draft && model.give(row, column.column, draft)
      // Never discards typed text: it stays until the user corrects or reverts it.
      if (draft && found !== undefined) model.refuse(row, column.column, textOfDraft(draft), found)
      endEditing()
    },
    onDraft: (draft) => {
      setProblem(undefined)
      if (draft?.kind === 'text') keepTyped(draft.text)
    },
  } satisfies Pick<FieldEditorProps, 'onCommit' | 'onCancel' | 'onLeave' | 'onDraft'>
  return { value, editing, problem, press, click, editorHandlers }
}

interface FieldValueProps {
  readonly facts: FieldFacts
  readonly column: DataGridColumn
  readonly placeholder: string
}

/** The value as its type displays it, or what stands for a missing one. */
function FieldValue({ facts, column, placeholder }: FieldValueProps) {
  const { cell, text, refused, stored, isCheckbox, isLong, needs } = facts
  const { t } = useTranslation()
  if (cell.state === 'loading') return <span className={styles.loading} />
  if (isCheckbox)
    return (
      <span className={styles.box} data-on={isTrue(stored ?? null)}>
        {isTrue(stored ?? null) && <Icon name="check" size={12} />}
      </span>
    )
  if (isLong && text !== '') return <MarkdownText text={text} />
  if (text === '' && cell.value === null)
    return <span className={styles.nothing}>{placeholder !== '' ? placeholder : needs ? t('record.needed') : ''}</span>
  return (
    <CellView
      value={refused ? refused.text : cell.value}
      text={text}
      column={column.column}
      display={refused ? 'text' : column.display}
    />
  )
}

interface FieldEditorProps extends Pick<RecordFieldProps, 'model' | 'row' | 'column'> {
  readonly typed: string | undefined
  readonly problemId: string | undefined
  readonly onCommit: (draft: EditorDraft, move: EditorMove) => void
  readonly onCancel: () => void
  /** Called when the focus moves elsewhere. */
  readonly onLeave: (draft: EditorDraft | undefined) => void
  readonly onDraft: (draft: EditorDraft | undefined) => void
}

/** The editor of the grid, over the value. */
function FieldEditor(props: FieldEditorProps) {
  const { model, row, column, typed, problemId, onCommit, onCancel, onLeave, onDraft } = props
  const box = useRef<HTMLDivElement>(null)
  const isText = typed !== undefined && !writesAsItGoes(column)
  const draft = useRef<EditorDraft | undefined>(
    isText ? { kind: 'text', text: typed, reader: model.reader } : undefined,
  )
  const done = useRef(false)
  const { editor } = columnType(column.column.uiType)
  const value = model.valueAt(row, column.column) ?? null
  const leave = useRef<() => void>(() => undefined)
  leave.current = () => {
    if (done.current) return
    done.current = true
    onLeave(draft.current)
  }
  useEffect(() => {
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) leave.current()
    }
    document.addEventListener('pointerdown', pressed, true)
    return () => document.removeEventListener('pointerdown', pressed, true)
  }, [])
  const cancel = (): void => {
    done.current = true
    onCancel()
  }
  return (
    <div
      ref={box}
      className={styles.editor}
      data-editor={editor}
      data-end={column.align === 'end' || undefined}
      data-invalid={problemId !== undefined || undefined}
      onBlur={() => {
        queueMicrotask(() => {
          const now = document.activeElement
          if (!document.hasFocus() || now === document.body || box.current?.contains(now) === true) return
          leave.current()
        })
      }}
    >
      <CellEditor
        row={row}
        column={column}
        value={value}
        text={model.textOf(value, column.column)}
        typed={typed}
        reader={model.reader}
        problemId={problemId}
        onCommit={(given, move) => onCommit(given, move)}
        onCancel={cancel}
        onLeave={cancel}
        onDraft={(next) => {
          draft.current = next
          onDraft(next)
        }}
      />
      {!writesAsItGoes(column) && (
        <ConflictNote
          model={model}
          cell={{ column: 0, row }}
          column={column}
          onTake={cancel}
          onKeep={() => box.current?.querySelector<HTMLElement>('input,textarea,[tabindex]')?.focus()}
        />
      )}
    </div>
  )
}

/** A computed column shows its kind, not the type of its result. */
function labelType({ column, computed }: DataGridColumn) {
  return computed === undefined ? column.uiType : typeOfKind[computed.kind]
}

/** Returns the link target of a value, if it has one. */
function addressOf(model: GridModel, row: number, column: DataGridColumn, text: string): string | undefined {
  if (column.display === 'button')
    return buttonAddress(column.column, model.valueAt(row, column.column) ?? null, model.table, (one) =>
      model.valueAt(row, one),
    )
  if (column.display !== 'link' || text === '') return undefined
  const { opens } = columnType(column.column.uiType)
  if (opens === 'mail') return `mailto:${text}`
  if (opens === 'phone') return `tel:${text}`
  return /^https?:\/\//i.test(text) ? text : undefined
}

function textOfDraft(draft: EditorDraft): string {
  if (draft.kind === 'text') return draft.text
  const { value } = draft
  if (Array.isArray(value)) return value.join(', ')
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
