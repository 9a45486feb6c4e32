import { isLinkType } from '@common/columns/questions'
import type { KeyLine } from '@renderer/actions'
import { messageOf } from '@renderer/api'
import { addFields, addOptions } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { isMac, keyNames } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import { BusyBar, type BusyWork } from '@renderer/features/records/frame/BusyBar'
import { missingInNewRows, pastedWords, shownTexts } from '@renderer/features/records/writes/bulk-edits'
import type { CellMenuEntry } from '@renderer/features/records/frame/menu-entries'
import type { GridPart } from '@renderer/features/records/parts/parts'
import type { PastePlan } from '@renderer/features/records/writes/paste-plan'
import { jsonValue } from '@renderer/features/records/rows/row-key'
import { countRows, rangesOf } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import {
  copyShape,
  giveForms,
  heldForms,
  isTypedShape,
  loadForms,
  TooMuchToCopy,
  writeForms,
  type ClipboardForms,
  type CopyShape,
} from '@renderer/features/records/clipboard/copy'
import { cutCells, cutShape, emptyCut, useCut } from './cut'
import { linkChangesMax, linkPastes, TooManyLinks, withLinks } from '@renderer/features/records/clipboard/linked-cells'
import {
  asksPerson,
  blockOfClipboard,
  columnsFor,
  emptied,
  missingOptions,
  pasteTargets,
  planOf,
  preparePaste,
  type Paste,
} from './paste'
import { PasteDialog, type PasteChoices } from './PasteDialog'
import { coerceCell } from '@renderer/features/records/clipboard/coerce'
import type { ClipBlock } from '@renderer/features/records/clipboard/block'
import { problemSentence } from '@renderer/features/records/writes/problem-sentence'

/** What `useClipboardPart` takes, for the help. */
export const clipboardKeys: readonly KeyLine[] = [
  { id: 'clipboard.copy', label: 'keyHelp.range.copy', keys: ['Mod+C'], area: 'range' },
  { id: 'clipboard.cut', label: 'keyHelp.range.cut', keys: ['Mod+X'], area: 'range' },
  { id: 'clipboard.paste', label: 'keyHelp.range.paste', keys: ['Mod+V'], area: 'range' },
]

/** Copy, cut and paste of ranges while the grid has the focus. */
export function useClipboardPart(session: GridSession): GridPart {
  const { t } = useTranslation()
  const latest = useRef(session)
  latest.current = session
  const [question, setQuestion] = useState<Paste>()
  const [pasting, setPasting] = useState(false)
  const [work, setWork] = useState<BusyWork>()
  const withNames = useRef(false)
  const cut = useCut((state) => state.cut)

  const notCopied = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    const detail =
      error instanceof TooMuchToCopy
        ? t('grid.clipboard.tooMuch', { max: error.max })
        : error instanceof TypeError || error instanceof DOMException
          ? t('grid.clipboard.refused')
          : messageOf(error)
    toast.error(t('grid.notCopied'), { detail })
  }

  const copied = (shape: CopyShape, copy: string, isCut: boolean): void => {
    const { notes } = latest.current
    const size = { rows: countRows(shape.rows), columns: shape.columns.length }
    if (isCut)
      void cutShape(latest.current, shape, copy).then(() => notes.say(t('grid.clipboard.cutTold', size)), notCopied)
    else {
      cutCells.end()
      notes.announce(t('grid.copied', size))
    }
  }

  /** Puts the selection on the clipboard: at once when its rows are held, else as soon as they were fetched. */
  const copy = (data: DataTransfer | null, isCut: boolean): boolean => {
    const { model, columns, state, notes, readOnly } = latest.current
    const { selection } = state.getState()
    const shape = copyShape(selection, columns.length, model.rowCount)
    if (shape === undefined) return false
    if (shape === 'scattered') {
      notes.say(t('grid.clipboard.scattered'))
      return true
    }
    const takesAway = isCut && readOnly === undefined
    const { projectId } = latest.current
    const options = { header: withNames.current, copy: crypto.randomUUID(), projectId }
    const held = data === null ? undefined : heldForms(model, columns, shape, options)
    if (held && data) {
      giveForms(data, held)
      copied(shape, options.copy, takesAway)
      return true
    }
    const count = countRows(shape.rows)
    const abort = new AbortController()
    const told = (done: number): void =>
      setWork({ sentence: t('grid.clipboard.copying', { done, count }), cancel: () => abort.abort() })
    told(0)
    const forms: Promise<ClipboardForms> = loadForms(model, columns, shape, options, {
      signal: abort.signal,
      progress: told,
    })
    writeForms(forms, isTypedShape(shape))
      .then(() => copied(shape, options.copy, takesAway))
      // What the clipboard says of a promise that failed is not why it failed.
      .catch(async (error: unknown) =>
        notCopied(
          await forms.then(
            () => error,
            (reason: unknown) => reason,
          ),
        ),
      )
      .finally(() => setWork(undefined))
    return true
  }

  const carryOut = async (paste: Paste, choices: PasteChoices): Promise<void> => {
    const { projectId, model, columns, actions } = latest.current
    setPasting(true)
    let isPasted = false
    try {
      const changed =
        choices.options && paste.options.size > 0
          ? await addOptions(projectId, model.table, paste.options)
          : new Map<string, never>()
      const added =
        choices.fields && paste.fields.length > 0 ? await addFields(projectId, model.table, paste.fields) : []
      const all = columnsFor(columns, changed, added)
      const isSame = changed.size === 0 && added.length === 0
      const plan = isSame ? paste.plan : planOf(model, all, paste.block, paste.targets)
      if (!plan) return
      const finished = cutCells.get()
      const isCut = finished !== undefined && finished.copy !== '' && finished.copy === paste.block.copy
      const source = isCut ? emptied(finished) : undefined
      const isHere = isCut && finished.projectId === projectId && finished.table.name === model.table.name
      const abort = new AbortController()
      setWork({
        sentence: t('grid.clipboard.pasting', { count: plan.updates.size + plan.creates.length }),
        cancel: () => abort.abort(),
      })
      const links = linkPastes(
        projectId,
        paste.block,
        paste.targets,
        columns,
        model.rows.length,
        shownTexts(model, columns),
      )
      const pasteCells = async (): Promise<boolean> => {
        isPasted = await actions.apply(
          { ...plan, skipped: Math.max(0, plan.skipped - links.length) },
          {
            withNewRows: choices.rows,
            signal: abort.signal,
            sending: () => setWork((before) => before && { sentence: before.sentence }),
            ...(isHere && source ? { also: source.rows } : {}),
          },
          all,
        )
        return isPasted
      }
      const words = pastedWords(cellsOf(plan) + links.length)
      const done = await withLinks(model, words, links, projectId, pasteCells)
      if (!done || !isCut) return
      if (!isHere && source && source.rows.length > 0)
        try {
          await emptyCut(finished, source.rows)
        } catch (error) {
          // The frame around the cut cells stays, and so does the paste.
          return void toast.error(t('grid.clipboard.notEmptied', { table: finished.table.title }), {
            detail: messageOf(error),
          })
        }
      cutCells.end()
      if (source && source.kept.length > 0) toast.info(t('grid.clipboard.cutKept', { columns: source.kept }))
    } catch (error) {
      const detail =
        error instanceof TooManyLinks ? t('grid.clipboard.tooManyLinks', { max: linkChangesMax }) : messageOf(error)
      toast.error(t(isPasted ? 'grid.notAllPasted' : 'grid.notPasted'), { detail })
    } finally {
      setPasting(false)
      setWork(undefined)
      setQuestion(undefined)
      latest.current.grid.current?.focus()
    }
  }

  /** One value into one cell is the same as typing it. True when there is nothing more to do. */
  const pasteCell = (block: ClipBlock): boolean => {
    const { model, columns, state, notes, columnCommands } = latest.current
    const { selection } = state.getState()
    const cell = block.cells[0]?.[0]
    const { range } = selection
    const column = range && columns[range.column]
    const isOne = block.cells.length === 1 && block.cells[0]?.length === 1
    if (!isOne || !cell || !range || !column || selection.others || range.rows > 1 || range.columns > 1) return false
    if (cutCells.get()?.copy === block.copy && block.copy !== undefined) return false
    if (range.row >= model.rowCount) return false
    if (cell.value?.kind === 'exact' && isLinkType(cell.value) && column.link) return false
    if (!column.editable) {
      notes.explain(column)
      return true
    }
    const parsed = coerceCell(cell, column.column, model.reader)
    if (parsed.ok) {
      const sentence = model.give(range.row, column.column, { kind: 'json', value: jsonValue(parsed.value) })
      if (sentence !== undefined) model.refuse(range.row, column.column, cell.text, sentence)
      return true
    }
    const refused = [{ row: range.row, column: column.column, text: cell.text, problem: parsed.problem }]
    if (columnCommands && missingOptions(refused).size > 0 && !model.isDraft(range.row)) return false
    model.refuse(range.row, column.column, cell.text, problemSentence(parsed.problem, column.column))
    return true
  }

  const paste = (block: ClipBlock): void => {
    const { model, columns, state, notes, readOnly, mayAddRows, columnCommands } = latest.current
    const targets = pasteTargets(state.getState().selection, columns.length)
    const column = columns[targets[0]?.column ?? 0]
    if (readOnly !== undefined) return column && notes.explain(column)
    if (pasteCell(block)) return
    const rights = { mayAddRows, mayChangeColumns: columnCommands !== undefined }
    const nameOf = (at: number): string => t('grid.clipboard.fieldName', { at })
    const prepared = preparePaste(model, columns, block, targets, { ...rights, nameOf })
    if (!prepared) return
    if (asksPerson(prepared)) setQuestion(prepared)
    else void carryOut(prepared, { rows: false, fields: false, options: false })
  }

  const run = useRef({ copy, paste })
  run.current = { copy, paste }
  useEffect(() => {
    const inGrid = (event: ClipboardEvent): boolean =>
      !event.defaultPrevented &&
      latest.current.area.current?.contains(document.activeElement) === true &&
      !isField(event.target)
    const onCopy = (event: ClipboardEvent): void => {
      if (inGrid(event) && run.current.copy(event.clipboardData, event.type === 'cut')) event.preventDefault()
    }
    const onPaste = (event: ClipboardEvent): void => {
      if (
        !inGrid(event) ||
        !event.clipboardData ||
        pasteTargets(latest.current.state.getState().selection, 1).length === 0
      )
        return
      const block = blockOfClipboard(event.clipboardData)
      if (!block) return
      event.preventDefault()
      run.current.paste(block)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [])

  const command = (name: 'copy' | 'cut', names = false): void => {
    session.grid.current?.focus()
    withNames.current = names
    // The event of the browser brings the clipboard along, which no other way does everywhere.
    document.execCommand(name)
    withNames.current = false
  }
  /** Browsers ask before a page may look at the clipboard by itself; the window of the desktop never may. */
  const pasteFromMenu = async (): Promise<void> => {
    session.grid.current?.focus()
    try {
      const block = blockOfClipboard(await readClipboard())
      if (block && pasteTargets(session.state.getState().selection, 1).length > 0) run.current.paste(block)
    } catch {
      session.notes.say(t('grid.clipboard.pasteByKeys', { keys: keyNames('Mod+V').join(isMac ? '' : '+') }))
    }
  }
  const isCutHere = cut?.projectId === session.projectId && cut.table.name === session.table.name

  return {
    ...(isCutHere ? { highlights: cut.ranges.map((range) => ({ range })) } : {}),
    key: ({ key }) => {
      if (key !== 'Escape' || !cut) return false
      cutCells.end()
      return true
    },
    cellMenu: () => {
      const mayChange = session.readOnly === undefined
      const ranges = rangesOf(session.state.getState().selection)
      const entry = (id: string, line: Omit<CellMenuEntry, 'id' | 'group'>): CellMenuEntry => ({
        id: `clipboard.${id}`,
        group: 'clipboard',
        ...line,
      })
      return [
        ...(mayChange
          ? [entry('cut', { icon: 'cut', keys: 'Mod+X', label: t('grid.clipboard.cut'), run: () => command('cut') })]
          : []),
        entry('copy', { icon: 'copy', keys: 'Mod+C', label: t('grid.menu.copy'), run: () => command('copy') }),
        ...(mayChange || session.mayAddRows
          ? [
              entry('paste', {
                icon: 'paste',
                keys: 'Mod+V',
                label: t('grid.menu.paste'),
                run: () => void pasteFromMenu(),
              }),
            ]
          : []),
        ...(mayChange && ranges.length > 0
          ? [
              entry('clear', {
                icon: 'close',
                keys: 'Delete',
                label: t('grid.menu.clear'),
                run: () => session.actions.clear(ranges),
              }),
            ]
          : []),
        entry('names', { icon: 'table', label: t('grid.clipboard.copyNames'), run: () => command('copy', true) }),
      ]
    },
    stage: <BusyBar work={work} />,
    overlay: question && (
      <PasteDialog
        table={session.table.title}
        paste={question}
        missing={missingInNewRows(session.table, session.columns, question.plan)}
        loading={pasting}
        onConfirm={(choices) => void carryOut(question, choices)}
        onClose={() => setQuestion(undefined)}
      />
    ),
  }
}

function cellsOf({ updates, creates }: PastePlan): number {
  return [...updates.values(), ...creates].reduce((sum, cells) => sum + cells.length, 0)
}

/** What lies on the clipboard, as a paste brings it. */
async function readClipboard(): Promise<Pick<DataTransfer, 'getData'>> {
  const forms = new Map<string, string>()
  for (const item of await navigator.clipboard.read())
    for (const type of ['text/html', 'text/plain'])
      if (item.types.includes(type) && !forms.has(type)) forms.set(type, await (await item.getType(type)).text())
  return { getData: (type) => forms.get(type) ?? '' }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
