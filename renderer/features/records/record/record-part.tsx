import type { KeyLine } from '@renderer/actions'
import { sentenceOf } from '@renderer/api'
import { tabs, useTabs } from '@renderer/features/tabs'
import { sentence, withTexts } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useCommentCounts } from '../comments/use-comment-counts'
import type { GridModel } from '../model/grid-model'
import { rowIdOf } from '../rows/row-key'
import type { GridKey } from '../painter/data-grid'
import { cellSelection } from '../painter/selection'
import type { GridSession } from '../session/session'
import { useSessionState } from '../session/session-store'
import { useDuplicate } from '../operations/use-duplicate'
import { tabOf } from './record-address'
import type { RecordView } from './RecordAbout'
import { useOpenDraft } from './saved-record'
import { openByAddress } from './open-by-address'
import { openEntry, recordMenu } from './record-menu'
import { recordLine, steppedRecord, type RecordLine } from './stepped-line'
import type { GridPart } from '../parts/grid-part'

/** A chunk of its own, which a grid loads only when a user opens a record. */
const RecordPanel = lazy(async () => ({ default: (await withTexts(import('./RecordPanel'), ['history'])).RecordPanel }))

/** The content of the panel: the record of the active cell, or one that the view doesn't show. */
type Open =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'alone'; readonly rowId: string; readonly model: GridModel }

/** Keys of `useRecordPart`, for the help. */
export const recordKeys: readonly KeyLine[] = [
  { id: 'record.open', label: 'record.open', keys: ['Space'], area: 'record' },
  { id: 'record.step', label: 'keyHelp.record.step', keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], area: 'record' },
]

/** Returns the record panel, the commands that open it, and the URL of its record. */
export function useRecordPart(session: GridSession): GridPart {
  const { projectId, table, model, state, grid, query, rowFilter, actions } = session
  const [open, setOpen] = useState<Open>()
  const [shown, setShown] = useState<RecordView>({ tab: 'comments' })
  const { key: tabKey } = tabOf(table)
  const asked = useTabs((state) => state.tabs.find(({ key }) => key === tabKey)?.record)
  /** The record in the URL, set by the panel. */
  const told = useRef<string>(undefined)
  const looking = useRef<AbortController>(undefined)
  const wantsFocus = useRef(false)
  // The record follows the active cell, in the same rendering: rows that move would show another record until then.
  const activeRow = useSessionState(session, ({ selection }) =>
    open === undefined ? undefined : selection.active?.row,
  )
  const [followed, follow] = useState(activeRow)
  if (followed !== activeRow) {
    follow(activeRow)
    if (open !== undefined && activeRow !== undefined && activeRow < model.rowCount)
      setOpen({ kind: 'line', line: activeRow })
  }
  const line = open?.kind === 'line' ? open.line : undefined
  const lineRow = line === undefined || model.isDraft(line) ? undefined : model.rows.rowAt(line)
  const { goTo, step } = useRecordSteps(session, line)
  const rowId = open?.kind === 'alone' ? open.rowId : lineRow && rowIdOf(table, lineRow)

  const rowMark = useRowMark(session)
  const openLine = (at: number, view: RecordView = { tab: shown.tab }): void => {
    if (at >= model.rowCount) return
    looking.current?.abort()
    wantsFocus.current = true
    setShown(view)
    setOpen({ kind: 'line', line: at })
    if (state.getState().selection.active?.row !== at) goTo(at)
    focusPanel(session, wantsFocus)
  }
  const close = (): void => {
    looking.current?.abort()
    if (open?.kind === 'alone') model.rows.refresh()
    setOpen(undefined)
    told.current = undefined
    tabs.showRecord(tabKey, undefined)
    grid.current?.focus()
  }

  useOpenDraft(model, line, openLine)

  // Writes the open record to the URL.
  useEffect(() => {
    if (open === undefined || rowId === undefined || told.current === rowId) return
    told.current = rowId
    tabs.showRecord(tabKey, rowId)
  }, [open, rowId, tabKey])

  // The user arrived with the URL of a record.
  const isPending = rowFilter.isPending
  const openAsked = useEffectEvent((): void => {
    if (asked === undefined || asked === told.current || isPending) return
    told.current = asked
    looking.current?.abort()
    const request = new AbortController()
    looking.current = request
    openByAddress(model, projectId, query, asked, request.signal).then(
      (found) => {
        if (request.signal.aborted) return
        if (found === undefined) {
          tabs.showRecord(tabKey, undefined)
          told.current = undefined
          toast.error(sentence('record.notFound', { table: table.title }))
          return
        }
        wantsFocus.current = true
        if ('line' in found) {
          setOpen({ kind: 'line', line: found.line })
          goTo(found.line)
          revealLine(session, found.line)
        } else {
          // It stays until the user goes to another row.
          follow(state.getState().selection.active?.row)
          setOpen({ kind: 'alone', rowId: asked, model: found.model })
        }
        focusPanel(session, wantsFocus)
      },
      (error: unknown) => {
        if (!request.signal.aborted) toast.error(sentence('record.notOpened'), { detail: sentenceOf(error) })
      },
    )
  })
  useEffect(() => openAsked(), [asked, isPending])
  useEffect(() => () => looking.current?.abort(), [])

  const alone = open?.kind === 'alone' ? open.model : undefined
  // The models of tables watch their queue themselves.
  useEffect(() => alone?.queued.watch(() => alone.queueChanged()), [alone])

  const panelModel = open?.kind === 'alone' ? open.model : model
  const row = open?.kind === 'alone' ? 0 : line
  const isThere = row !== undefined && row < panelModel.rowCount
  const { mayDeleteRows, mayAddRows } = session
  const duplicate = useDuplicate(session)
  return {
    key: (key) => {
      const row = rowToOpen(session, key)
      if (row !== undefined) {
        openLine(row)
        return true
      }
      if (open && key.alt && !key.shift && (key.key === 'ArrowUp' || key.key === 'ArrowDown') && line !== undefined) {
        step(key.key === 'ArrowUp' ? -1 : 1)
        return true
      }
      return false
    },
    openRow: (at) => openLine(at),
    rowMark,
    cellMenu: (cell) => recordMenu(session, cell, openLine),
    rowMenu: (at) => [openEntry(() => openLine(at))],
    stage: open && isThere && row !== undefined && (
      <Suspense>
        <RecordPanel
          session={session}
          model={panelModel}
          row={row}
          inView={open.kind === 'line'}
          shown={shown}
          onShow={setShown}
          onMove={step}
          onDuplicate={
            mayAddRows && open.kind === 'line' && session.readOnly === undefined && !model.isDraft(row)
              ? () => duplicate([{ from: row, to: row + 1 }])
              : undefined
          }
          onDelete={
            mayDeleteRows && open.kind === 'line' && !model.isDraft(row)
              ? () => actions.remove([{ from: row, to: row + 1 }])
              : undefined
          }
          onClose={close}
        />
      </Suspense>
    ),
  }
}

/** Returns the marks at the numbers of rows: how many comments a record has. */
function useRowMark({ projectId, table, permissions, model }: GridSession): NonNullable<GridPart['rowMark']> {
  const hasKey = table.primaryKey.length > 0
  const counts = useCommentCounts(
    projectId,
    table.name,
    hasKey && permissions.has('row.comment'),
    useCallback(() => model.repaint(), [model]),
  )
  return (at) => {
    const held = model.isDraft(at) ? undefined : model.rows.rowAt(at)
    const id = held && rowIdOf(table, held)
    return { count: id === undefined ? 0 : counts(id), opens: true }
  }
}

/** Returns the row that a key opens: Space on a record, except in cells that Space changes. */
function rowToOpen({ model, columns, state }: GridSession, { key, control, alt, shift }: GridKey): number | undefined {
  const { active } = state.getState().selection
  if (key !== ' ' || control || alt || shift || !active || active.row >= model.rowCount) return undefined
  const display = columns[active.column]?.display
  return display === 'checkbox' || display === 'button' ? undefined : active.row
}

/** Steps from record to record, in the order shown. */
function useRecordSteps(session: GridSession, line: number | undefined) {
  const { model, state, select, grid } = session
  const stepped = useRef<{ readonly from: RecordLine; readonly to: RecordLine }>(undefined)
  /** The record on the screen. Its line may change before the next key. */
  const shownRecord = line === undefined ? undefined : recordLine(model, line)
  const goTo = (at: number): void => {
    const cell = { column: state.getState().selection.active?.column ?? 0, row: at }
    select(cellSelection(cell))
    grid.current?.scrollTo(cell)
  }
  /** A key can arrive before the last step is drawn: it counts from that step's target. */
  const step = (by: 1 | -1): void => {
    if (shownRecord === undefined) return
    const { from, to: reached } = stepped.current ?? {}
    const start = reached && isSameRecord(from, shownRecord) ? reached : shownRecord
    const to = steppedRecord(model, start, by, session.drawn?.current)
    if (to === undefined) return
    stepped.current = { from: shownRecord, to }
    goTo(to.line)
  }
  useEffect(() => void (stepped.current = undefined), [line, shownRecord?.id])
  return { goTo, step }
}

/** Scrolls to a line until it is on the screen: a grid that has just appeared scrolls back to its last position. */
function revealLine(session: GridSession, at: number, tries = 40): void {
  const { grid } = session
  const bounds = grid.current?.boundsOf({ column: 0, row: at })
  const area = session.area.current?.getBoundingClientRect()
  const isSeen = bounds && area && bounds.y >= area.top && bounds.y + bounds.height <= area.bottom + 1
  if (isSeen === true || tries === 0) return
  grid.current?.scrollTo({ column: 0, row: at })
  setTimeout(() => revealLine(session, at, tries - 1), 50)
}

/** Focuses the panel once its chunk has loaded. */
function focusPanel(session: GridSession, wantsFocus: RefObject<boolean>, tries = 40): void {
  requestAnimationFrame(() => {
    if (!wantsFocus.current) return
    const panel = session.area.current?.querySelector<HTMLElement>('[data-record-panel]')
    if (panel) {
      wantsFocus.current = false
      // Leaves the focus in a field that the user is editing.
      if (!panel.contains(document.activeElement)) panel.focus()
    } else if (tries > 0) setTimeout(() => focusPanel(session, wantsFocus, tries - 1), 25)
  })
}

const isSameRecord = (one: RecordLine | undefined, other: RecordLine): boolean =>
  one !== undefined && (one.id === undefined ? one.line === other.line : one.id === other.id)
