import { bulkRowsMax } from '@common/constants'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { operationByName, type OperationOutput } from '@common/operations'
import { systemPrincipal, type Principal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import type { UndoneChange } from '@common/operations/changes'
import { rowIdSegment } from '@common/query/row-id'
import type { RowChangeToApply } from '@main/dataapi'
import type { ChangeLog, LoggedInverse, LoggedPart, LoggedValue } from '@main/features/audit'
import { restoredToWire, type TrashAnswer } from '@main/features/trash'
import { keyPart } from '@main/lib/key-part'
import { inProject, permits, type CallContext, type ProjectContext } from '@main/operations/context'

type Values = Readonly<Record<string, unknown>>
type Restored = OperationOutput<'trashRestore'>

interface ApplyCall {
  readonly projectId: string
  readonly context: CallContext
  readonly changes: readonly RowChangeToApply[]
  readonly anyway: boolean
  readonly why: string
}

export interface UndoOptions {
  readonly log: ChangeLog
  readonly trash: {
    /** Ids of the trash entries of a change, newest first, with their tables. */
    readonly ofChange: (
      projectId: string,
      change: string,
    ) => Promise<readonly { readonly id: string; readonly kind: string; readonly table: string }[]>
    readonly restore: (context: CallContext, projectId: string, id: string) => Promise<TrashAnswer>
  }
  readonly rows: {
    readonly apply: (call: ApplyCall) => Promise<unknown>
    /** Throws what `apply` would throw before it writes. */
    readonly check: (call: ApplyCall) => Promise<unknown>
    /** Wraps a stored value so that it is written back unchanged. */
    readonly exact: (value: StoredValue) => unknown
    /** Returns a stored value as responses contain it. */
    readonly shown: (value: StoredValue) => unknown
    /** Returns the name of a record. */
    readonly nameOf: (projectId: string, table: Table, rowId: string) => Promise<string>
  }
  /** Look-ups of tables as a principal sees them. */
  readonly tables: (principal: Principal) => Pick<TablesInSight, 'named'>
  /** Runs a call that reverses a command, with the rights of the context. @returns its response */
  readonly call: (context: CallContext, operation: string, input: unknown) => Promise<unknown>
}

export interface UndoCall {
  readonly change: string
  readonly anyway: boolean
  readonly why: 'undo' | 'redo'
}

export type UndoChange = (context: CallContext, call: UndoCall) => Promise<UndoneChange>

/** Row ids that a response names, of each table. */
const namedMax = 1_000

/** Reverses one part of a change: by writing rows, by restoring trash entries, or by calling an operation. */
type Reverse =
  | {
      readonly kind: 'write'
      readonly table: Table
      readonly changes: readonly RowChangeToApply[]
      /** Names the rows that exist afterwards. */
      readonly written?: UndoneChange['written'][number]
    }
  | { readonly kind: 'restore'; readonly entry: string; readonly written?: UndoneChange['written'][number] }
  | { readonly kind: 'call'; readonly inverse: LoggedInverse; readonly written?: undefined }

/** Creates the reverse of changes. A redo reverses the change that the undo made. */
export function createUndo({ log, trash, rows, tables, call }: UndoOptions): UndoChange {
  const tableOf = async (projectId: string, name: string): Promise<Table> => {
    // The log holds whole rows. The writes check the rights of the principal.
    const table = await tables(systemPrincipal).named(projectId, name)
    if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
    return table
  }

  const reverseOf = async (
    projectId: string,
    part: LoggedPart,
    entries: readonly { readonly id: string; readonly kind: string; readonly table: string }[],
  ): Promise<readonly Reverse[]> => {
    const table = await tableOf(projectId, part.table)
    const rowIds = part.rows.map((row) => {
      const key = row.rowId(table)
      return key === undefined || key.length === 0 ? undefined : rowIdSegment(key)
    })
    if (part.kind === 'delete') {
      const deleted = entries.filter((entry) => entry.kind === 'rows' && entry.table === table.name)
      const named = rowIds.filter((rowId) => rowId !== undefined).slice(0, namedMax)
      const written = { table: table.name, rowIds: named, columns: [] }
      if (deleted.length > 0) return deleted.map(({ id }) => ({ kind: 'restore', entry: id, written }))
      // Pairs of a relation aren't in the trash.
      if (table.association !== true) throw new AppError('TRASH_ENTRY_NOT_FOUND')
      const values = await log.values(projectId, table, part.rows)
      const changes = values.map((row): RowChangeToApply => ({ kind: 'create', table: table.name, values: sides(row).before }))
      return [{ kind: 'write', table, changes }]
    }
    if (rowIds.includes(undefined)) throw new AppError('CHANGE_NOT_UNDOABLE')
    if (part.kind === 'insert') {
      const changes = rowIds.map((rowId = ''): RowChangeToApply => ({
        kind: 'delete',
        table: table.name,
        rowId,
        expected: {},
      }))
      return [{ kind: 'write', table, changes }]
    }
    const values = await log.values(projectId, table, part.rows)
    const updates = values.flatMap((row, at) => {
      const { before, after } = sides(row)
      const rowId = rowIds[at] ?? ''
      const change: RowChangeToApply = { kind: 'update', table: table.name, rowId, values: before, expected: after }
      return row.length === 0 ? [] : [{ change, rowId: rowIdBefore(table, part.rows[at]?.rowId(table) ?? [], row) }]
    })
    const columns = [...new Set(values.flat().map(({ column }) => column.title))]
    const written = { table: table.name, rowIds: updates.map(({ rowId }) => rowId).slice(0, namedMax), columns }
    return [{ kind: 'write', table, changes: updates.map(({ change }) => change), written }]
  }

  /** Returns what to write back, and what the row must hold. */
  const sides = (values: readonly LoggedValue[]): { readonly before: Values; readonly after: Values } => {
    const before: Record<string, unknown> = {}
    const after: Record<string, unknown> = {}
    for (const { column, ...value } of values) {
      if (column.generated) continue
      // A part of a value can't be written back, nor compared.
      if (value.before === undefined) throw new AppError('CHANGE_NOT_UNDOABLE')
      before[column.title] = rows.exact(value.before)
      if (value.after !== undefined) after[column.title] = rows.shown(value.after)
    }
    return { before, after }
  }

  /** Writes of neighbouring parts run in one transaction. */
  const joined = (parts: readonly Reverse[]): readonly Reverse[] => {
    const all: Reverse[] = []
    for (const part of parts) {
      const last = all.at(-1)
      if (part.kind === 'write' && last?.kind === 'write')
        all[all.length - 1] = { ...last, changes: [...last.changes, ...part.changes] }
      else all.push(part)
    }
    return all
  }

  /** Names the first record of a conflict, for a message. */
  const named = async (projectId: string, changes: readonly RowChangeToApply[], error: unknown): Promise<unknown> => {
    const conflicts =
      error instanceof AppError && error.code === 'VALUE_CHANGED' ? error.details['conflicts'] : undefined
    if (!(error instanceof AppError) || !Array.isArray(conflicts)) return error
    const all = conflicts as readonly { readonly column?: string }[]
    if (all.length === changes.length && all.every(({ column }) => column === undefined))
      return new AppError('ROW_NOT_FOUND', {}, { cause: error })
    const [first] = conflicts as readonly { readonly at: number; readonly rowId: string; readonly column?: string }[]
    const change = changes[first?.at ?? -1]
    if (first?.column === undefined || change === undefined) return error
    const table = await tableOf(projectId, change.table)
    const record = (await rows.nameOf(projectId, table, first.rowId).catch(() => '')) || first.rowId
    return new AppError(error.code, { ...error.details, rowId: first.rowId, record }, { cause: error })
  }

  /** Returns what reverses a change, newest part first. */
  const reversesOf = async (context: ProjectContext, change: string): Promise<readonly Reverse[]> => {
    const { projectId } = context
    const [parts, inverses, entries] = await Promise.all([
      log.parts(projectId, change),
      log.inverses(projectId, change),
      trash.ofChange(projectId, change),
    ])
    if (parts === undefined && inverses.length === 0) throw new AppError('CHANGE_NOT_FOUND')
    const written = parts ?? []
    if (written.length === 0 && inverses.length === 0) throw new AppError('CHANGE_NOT_UNDOABLE')
    if (written.reduce((sum, part) => sum + part.rows.length, 0) > bulkRowsMax * 2)
      throw new AppError('CHANGE_NOT_UNDOABLE')
    if (written.length > 0 && !permits(context, 'row.update')) throw new AppError('NOT_ALLOWED')
    // Of the same moment, a command comes before the rows: a form adds options, then its record.
    const all = [...inverses, ...written].toSorted((one, other) =>
      one.when < other.when ? -1 : Number(one.when > other.when),
    )
    const reverses: Reverse[] = []
    for (const each of all.toReversed()) {
      const found = 'operation' in each ? [inverseCall(context, each)] : await reverseOf(projectId, each, entries)
      for (const reverse of found) {
        const isKnown = (known: Reverse): boolean =>
          known.kind === 'restore' && reverse.kind === 'restore' && known.entry === reverse.entry
        if (!reverses.some(isKnown)) reverses.push(reverse)
      }
    }
    return reverses
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

  return async (caller, { change, anyway, why }) => {
    const context = inProject(caller)
    const { projectId } = context
    const reverses = await reversesOf(context, change)
    const all = joined(reverses)
    const callOf = (changes: readonly RowChangeToApply[]): ApplyCall => ({ projectId, context, changes, anyway, why })
    const writes = all.flatMap((each) => (each.kind === 'write' && each.changes.length > 0 ? [each.changes] : []))
    // Finds conflicts before the first part is written.
    if (all.length > 1) {
      for (const changes of writes) {
        const updates = changes.filter(({ kind }) => kind === 'update')
        if (updates.length === 0) continue
        await rows.check(callOf(updates)).catch(async (error: unknown) => {
          throw await named(projectId, updates, error)
        })
      }
    }
    const done: UndoneChange = { change: null, written: [], restored: 0, refused: [], notes: [], changed: [], gone: [] }
    for (const each of all) {
      if (each.kind === 'call') await run(context, each.inverse, done)
      else if (each.kind === 'restore')
        addRestored(done, restoredToWire(await trash.restore(context, projectId, each.entry)))
      else if (each.changes.length > 0)
        await rows.apply(callOf(each.changes)).catch(async (error: unknown) => {
          throw await named(projectId, each.changes, error)
        })
    }
    const isNothing = context.change?.named === undefined && done.restored === 0 && done.refused.length === 0
    const isOfRows = all.every(({ kind }) => kind !== 'call')
    if (isNothing && isOfRows && writes.flat().every(({ kind }) => kind === 'delete'))
      throw new AppError('ROW_NOT_FOUND')
    done.change = context.change?.named ?? null
    done.written = reverses.flatMap(({ written }) => (written === undefined ? [] : [written]))
    return done
  }
}

/** @throws AppError CHANGE_NOT_UNDOABLE for a call that this version doesn't know, NOT_ALLOWED */
function inverseCall({ actor }: CallContext, inverse: LoggedInverse): Reverse {
  const declared = operationByName(inverse.operation)
  if (declared === undefined) throw new AppError('CHANGE_NOT_UNDOABLE')
  // Other people have personal settings of their own.
  if (declared.permission === 'view.personal' && inverse.userId !== actor.userId) throw new AppError('NOT_ALLOWED')
  return { kind: 'call', inverse }
}

function addRestored(done: UndoneChange, { restored, refused, notes, noteMessages }: Restored): void {
  done.restored += restored
  done.refused.push(...refused)
  done.notes.push(...notes)
  if (noteMessages !== undefined) (done.noteMessages ??= []).push(...noteMessages)
}

/** Returns the key that a row gets back, as in a path. */
function rowIdBefore(table: Table, key: readonly string[], values: readonly LoggedValue[]): string {
  return rowIdSegment(
    table.primaryKey.map((name, at) => {
      const changed = values.find(({ column }) => column.name === name)
      return changed?.before === undefined ? (key[at] ?? '') : keyPart(changed.before)
    }),
  )
}
