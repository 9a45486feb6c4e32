import { bulkRowsMax } from '@common/constants'
import { usePageCommand } from '@renderer/actions'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'
import { TooManyRows } from '@renderer/features/records/rows/too-many-rows'
import { problemSentence } from '@renderer/features/records/writes/problem-sentence'
import { jsonValue } from '@renderer/features/records/rows/row-key'
import type { GridSession } from '@renderer/features/records/session/session'
import { FindBar, type ReplaceState } from './FindBar'
import { planReplace, replacedValue, type ReplacePlan } from './replace-plan'
import { ReplaceDialog } from './ReplaceDialog'
import { useFind } from './use-find'

/** Ctrl+F and Ctrl+H: finding in the view, going from hit to hit, replacing one or all of them. */
export function useFindPart(session: GridSession): GridPart {
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState(0)
  const [isReplacing, setReplacing] = useState(false)
  const [replacement, setReplacement] = useState('')
  const [plan, setPlan] = useState<ReplacePlan>()
  const [working, setWorking] = useState(false)
  const find = useFind(session, isOpen)
  const { model, columns, grid, readOnly, actions, table, notes } = session

  const open = (replacing: boolean): void => {
    setOpen(true)
    setReplacing((before) => replacing || before)
    setAsked((before) => before + 1)
  }
  const close = (): void => {
    setOpen(false)
    setReplacing(false)
    grid.current?.focus()
  }
  usePageCommand({ id: 'find.open', label: 'keyHelp.find.open', keys: ['Mod+F'], area: 'find', inFields: true }, () =>
    open(false),
  )
  usePageCommand(
    { id: 'find.replace', label: 'keyHelp.find.replace', keys: ['Mod+H'], area: 'find', inFields: true },
    () => open(true),
  )
  usePageCommand(
    { id: 'find.next', label: 'keyHelp.find.next', keys: ['F3'], area: 'find', inFields: true },
    isOpen ? () => find.go(1) : undefined,
  )
  usePageCommand(
    { id: 'find.previous', label: 'keyHelp.find.previous', keys: ['Shift+F3'], area: 'find', inFields: true },
    isOpen ? () => find.go(-1) : undefined,
  )

  /** The current hit alone: like typing it. */
  const replaceOne = (): void => {
    const { current, needle } = find
    const row = current ? model.rows.rowOfOffset(current.hit.offset) : -1
    const column = columns.find(({ title }) => title === current?.field)
    if (!current || !column || row < 0) return
    if (!column.editable) return notes.explain(column)
    const made = replacedValue(model.valueAt(row, column.column) ?? null, column.column, needle, replacement)
    if (made) {
      const sentence = made.parsed.ok
        ? model.give(row, column.column, { kind: 'json', value: jsonValue(made.parsed.value) })
        : problemSentence(made.parsed.problem, column.column)
      if (sentence !== undefined) model.refuse(row, column.column, made.text, sentence)
    }
    find.go(1)
  }

  const prepareAll = async (): Promise<void> => {
    setWorking(true)
    try {
      const { hits, rows } = await find.all(bulkRowsMax, new AbortController().signal)
      if (rows > bulkRowsMax) throw new TooManyRows()
      setPlan(planReplace(table, columns, hits, find.needle, replacement))
    } catch (error) {
      actions.fail(sentence('grid.find.notReplaced'))(error)
    } finally {
      setWorking(false)
    }
  }

  const replaceAll = async ({ rows, cells }: ReplacePlan): Promise<void> => {
    setWorking(true)
    try {
      const words = {
        label: sentence('grid.find.replaced', { count: cells }),
        undone: sentence('undo.back.replaced', { count: cells }),
      }
      const { state } = await model.apply(rows, words)
      toast.success(words.label)
      if (state === 'stored') model.rows.refresh()
      find.again()
    } catch (error) {
      actions.fail(sentence('grid.find.notReplaced'))(error)
    } finally {
      setWorking(false)
      setPlan(undefined)
      setAsked((before) => before + 1)
    }
  }

  const replace: ReplaceState | undefined =
    readOnly === undefined
      ? {
          isOpen: isReplacing,
          text: replacement,
          working: working && plan === undefined,
          onToggle: () => setReplacing(!isReplacing),
          onText: setReplacement,
          onReplace: replaceOne,
          onReplaceAll: () => void prepareAll(),
        }
      : undefined
  return {
    stage: isOpen && <FindBar find={find} columns={columns} asked={asked} replace={replace} onClose={close} />,
    overlay: plan && (
      <ReplaceDialog
        plan={plan}
        loading={working}
        onConfirm={() => void replaceAll(plan)}
        onClose={() => setPlan(undefined)}
      />
    ),
  }
}
