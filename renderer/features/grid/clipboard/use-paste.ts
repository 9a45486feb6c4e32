import { isLinkType } from '@common/columns/questions'
import { messageOf, sentenceOf } from '@renderer/api'
import { addFields, addOptions } from '@renderer/features/tables'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState, type RefObject } from 'react'
import type { BusyWork } from '@renderer/features/records/frame/BusyBar'
import type { ClipBlock } from '@renderer/features/records/clipboard/block'
import { coerceCell } from '@renderer/features/records/clipboard/coerce'
import { linkChangesMax, linkPastes, TooManyLinks, withLinks } from '@renderer/features/records/clipboard/linked-cells'
import { jsonValue } from '@renderer/features/records/rows/row-key'
import type { GridSession } from '@renderer/features/records/session/session'
import { pastedWords, shownTexts } from '@renderer/features/records/writes/bulk-edits'
import type { PastePlan } from '@renderer/features/records/writes/paste-plan'
import { problemSentence } from '@renderer/features/records/writes/problem-sentence'
import { cutCells, emptyCut } from './cut'
import {
  asksPerson,
  columnsFor,
  emptied,
  missingOptions,
  pasteTargets,
  planOf,
  preparePaste,
  type Paste,
} from './paste'
import type { PasteChoices } from './PasteDialog'

export interface Pasting {
  readonly paste: (block: ClipBlock) => void
  /** A paste that needs a decision: new records, fields or options. */
  readonly question: Paste | undefined
  readonly answer: (paste: Paste, choices: PasteChoices) => void
  readonly cancel: () => void
  readonly isPasting: boolean
}

/** Returns the command that pastes a block over the selection. */
export function usePaste(
  latest: RefObject<GridSession>,
  setWork: (change: (before: BusyWork | undefined) => BusyWork | undefined) => void,
): Pasting {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Paste>()
  const [isPasting, setPasting] = useState(false)

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
      setWork(() => ({
        sentence: sentence('grid.clipboard.pasting', { count: plan.updates.size + plan.creates.length }),
        cancel: () => abort.abort(),
      }))
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
          return void toast.error(sentence('grid.clipboard.notEmptied', { table: finished.table.title }), {
            detail: sentenceOf(error),
          })
        }
      cutCells.end()
      if (source && source.required.length > 0)
        toast.info(sentence('grid.clipboard.cutRequired', { columns: source.required }))
    } catch (error) {
      const detail =
        error instanceof TooManyLinks ? t('grid.clipboard.tooManyLinks', { max: linkChangesMax }) : messageOf(error)
      toast.error(sentence(isPasted ? 'grid.notAllPasted' : 'grid.notPasted'), { detail })
    } finally {
      setPasting(false)
      setWork(() => undefined)
      setQuestion(undefined)
      latest.current.grid.current?.focus()
    }
  }

  /** Pasting one value into one cell equals typing it. True if the paste is complete. */
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

  return {
    paste,
    question,
    answer: (wanted, choices) => void carryOut(wanted, choices),
    cancel: () => setQuestion(undefined),
    isPasting,
  }
}

function cellsOf({ updates, creates }: PastePlan): number {
  return [...updates.values(), ...creates].reduce((sum, cells) => sum + cells.length, 0)
}
