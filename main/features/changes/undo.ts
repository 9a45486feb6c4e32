import { AppError } from '@common/errors'
import { operationByName, type OperationOutput } from '@common/operations'
import type { UndoneChange } from '@common/operations/changes'
import type { RowChangeToApply } from '@common/model/row-change'
import type { LoggedInverse } from '@main/features/audit'
import { restoredToWire, type TrashAnswer } from '@main/features/trash'
import { inProject, type CallContext } from '@main/operations/context'
import { addMade, checkParts, conflictsOf, oneTransactionMax, orTakenBack, writeParts, type Progress } from './parts'
import { createReversePlanner, joined, loggedTable } from './reverses'
import { createTakeBack } from './taking-back'
import type { UndoOptions, ApplyCall, PartPorts } from './types'

type Restored = OperationOutput<'trashRestore'>

export interface UndoCall {
  readonly change: string
  readonly anyway: boolean
  readonly why: 'undo' | 'redo'
}

export type UndoChange = (context: CallContext, call: UndoCall) => Promise<UndoneChange>

export interface Undo {
  readonly undo: UndoChange
  readonly takeBack: PartPorts['takeBack']
}

/** Creates the reverse of changes. A redo reverses the change that the undo made. */
export function createUndo(options: UndoOptions): Undo {
  const { trash, rows, tables, call, stored } = options
  const reversesOf = createReversePlanner(options)

  /** Names the first record of a conflict, for a message. */
  const named = async (projectId: string, changes: readonly RowChangeToApply[], error: unknown): Promise<unknown> => {
    const conflicts = conflictsOf(error)
    const [first] = conflicts
    if (!(error instanceof AppError) || first === undefined) return error
    if (conflicts.length === changes.length && conflicts.every(({ column }) => column === undefined))
      return new AppError('ROW_NOT_FOUND', {}, { cause: error })
    const change = changes[first.at]
    if (first.column === undefined || change === undefined) return error
    const table = await loggedTable(tables, projectId, change.table)
    const record = (await rows.nameOf(projectId, table, first.rowId).catch(() => '')) || first.rowId
    return new AppError(error.code, { ...error.details, rowId: first.rowId, record }, { cause: error })
  }

  /** Runs a call of the log, and adds its effects. */
  const run = async (context: CallContext, { operation, input }: LoggedInverse, done: UndoneChange): Promise<void> => {
    const output = await call(context, operation, input)
    if (operation === 'trashRestore') addRestored(done, output as Restored)
    const declared = operationByName(operation)
    const gone = declared?.changes && declared.removesTable?.(input as never)
    if (gone !== undefined) done.gone.push(gone)
    done.changed = [...new Set([...done.changed, ...(declared?.changes ?? [])])]
  }

  const takeBack = createTakeBack({
    apply: rows.apply,
    stored,
    reversesOf,
    restore: async (context, entry) => (await trash.restore(context, context.projectId, entry)).refused.length,
    call: (context, { inverse }) => run(context, inverse, nothingDone()),
  })

  /** Adds a record from the trash. */
  const addBack = (progress: Progress, { table, rowId, row }: TrashAnswer['made'][number]): void => {
    const held = table.columns.filter(({ generated, name }) => !generated && row[name] !== undefined)
    const values = held.map(({ title, name }) => [title, rows.shown(row[name] ?? null)] as const)
    addMade(progress, table.name, rowId, Object.fromEntries(values))
    progress.written += 1
  }

  const undo: UndoChange = async (caller, { change, anyway, why }) => {
    const context = inProject(caller)
    const { projectId } = context
    const reverses = await reversesOf(context, change)
    const all = joined(reverses)
    const callOf = (changes: readonly RowChangeToApply[]): ApplyCall => ({ projectId, context, changes, anyway, why })
    const writes = all.flatMap((each) => (each.kind === 'write' && each.changes.length > 0 ? [each.changes] : []))
    // Finds conflicts before the first part is written.
    if (all.length > 1 || writes.some((changes) => changes.length > oneTransactionMax)) {
      for (const changes of writes)
        await checkParts(rows.check, callOf(changes)).catch(async (error: unknown) => {
          throw await named(projectId, changes, error)
        })
    }
    const done = nothingDone()
    await orTakenBack(takeBack, context, async (progress) => {
      for (const each of all) {
        if (each.kind === 'call') {
          await run(context, each.inverse, done)
          progress.written += 1
        } else if (each.kind === 'restore') {
          const answer = await trash.restore(context, projectId, each.entry)
          addRestored(done, restoredToWire(answer))
          for (const record of answer.made) addBack(progress, record)
        } else
          await writeParts({ ...rows, stored }, callOf(each.changes), progress).catch(async (error: unknown) => {
            throw await named(projectId, each.changes, error)
          })
      }
    })
    const isNothing = context.change?.named === undefined && done.restored === 0 && done.refused.length === 0
    const isOfRows = all.every(({ kind }) => kind !== 'call')
    if (isNothing && isOfRows && writes.flat().every(({ kind }) => kind === 'delete'))
      throw new AppError('ROW_NOT_FOUND')
    done.change = context.change?.named ?? null
    done.written = reverses.flatMap(({ written }) => (written === undefined ? [] : [written]))
    return done
  }
  return { undo, takeBack }
}

const nothingDone = (): UndoneChange => ({
  change: null,
  written: [],
  restored: 0,
  refused: [],
  notes: [],
  changed: [],
  gone: [],
})

function addRestored(done: UndoneChange, { restored, refused, notes, noteMessages }: Restored): void {
  done.restored += restored
  done.refused.push(...refused)
  done.notes.push(...notes)
  if (noteMessages !== undefined) (done.noteMessages ??= []).push(...noteMessages)
}
