import type { Table } from '@common/model'
import type { OperationOutput } from '@common/operations'
import { client, isApiError, PageError, sentenceOf } from '@renderer/api'
import { readTable } from '@renderer/features/tables'
import { recordChange, rowsWritten, type StepWords } from '@renderer/features/undo'
import { sentence, type Sentence } from '@renderer/i18n'
import { unsaved, type RowChange, type UnsavedBatch } from '@renderer/stores'
import { changeInput } from '../rows/row-api'
import { withTitlesNow } from '../rows/row-changes'
import { isUnreached } from '../unsaved/unreached'
import { netChanges, type NetChange } from './net-changes'
import { endStaged, resumeStaged, stage, stagedOf } from './staging'

/** The reason why a commit wrote nothing. */
export interface CommitProblem {
  readonly message: Sentence
  /** True if others have deleted the record: overwriting doesn't bring it back. */
  readonly isGone?: boolean
  /** The change that it is about. */
  readonly net: NetChange | undefined
}

export type CommitOutcome =
  /** `skipped` are staged again: others have deleted their records. */
  | { readonly state: 'done'; readonly changes: number; readonly skipped: number }
  /** The server didn't answer: the changes may be written. */
  | { readonly state: 'unreached' }
  | { readonly state: 'refused'; readonly problems: readonly CommitProblem[] }

interface Ready {
  readonly nets: readonly NetChange[]
  readonly tables: ReadonlyMap<string, Table>
  /** Changes with the present titles of columns, by position in `nets`. */
  readonly changes: readonly RowChange[]
}

/** Reads the tables of changes. @throws Error if one is gone */
async function readyOf(projectId: string, nets: readonly NetChange[]): Promise<Ready> {
  const names = new Map(nets.map(({ table }) => [table.name, table.title]))
  const tables = new Map<string, Table>()
  for (const [name, title] of names) {
    const table = await readTable(projectId, name)
    if (table === undefined) throw new PageError(sentence('unsaved.noTable', { table: title }))
    tables.set(name, table)
  }
  const changes = nets.map(({ table, columns, change }) => {
    const now = tables.get(table.name)
    return now === undefined ? change : withTitlesNow(now, columns, change)
  })
  return { nets, tables, changes }
}

const wireOf = ({ nets, changes }: Ready) =>
  changes.map((change, at) => changeInput(nets[at]?.table.name ?? '', change))

/** The SQL of changes, and the problems that block them. */
export interface Preview {
  /** Statements that `Commit` runs, or `Overwrite` if others have changed the records. */
  readonly statements: OperationOutput<'rowsPreview'>['statements']
  readonly conflicts: readonly CommitProblem[]
}

/** Asks for the SQL of changes. @throws the server's error */
export async function previewOf(projectId: string, nets: readonly NetChange[], signal: AbortSignal): Promise<Preview> {
  if (nets.length === 0) return { statements: [], conflicts: [] }
  const ready = await readyOf(projectId, nets)
  const ask = (anyway: boolean) =>
    client.call('rowsPreview', { changes: wireOf(ready), anyway }, { projectId, silent: true, signal })
  try {
    return { statements: (await ask(false)).statements, conflicts: [] }
  } catch (error) {
    if (!isApiError(error, 'VALUE_CHANGED')) throw error
    return { statements: (await ask(true)).statements, conflicts: problemsOf(error, nets) }
  }
}

const committing = new Set<string>()

/**
 * Writes the staged edits of a project in one transaction, all or nothing, as one undo step.
 *
 * @param anyway  overwrites values that others have changed meanwhile
 */
export async function commitStaged(projectId: string, anyway = false): Promise<CommitOutcome | undefined> {
  if (committing.has(projectId)) return undefined
  committing.add(projectId)
  try {
    let [changes, skipped] = [0, 0]
    // Retries an unanswered commit unchanged, so that the server writes it once.
    const batches = stagedOf(projectId)
    const [uncertain, others] = [batches.filter(({ sentAs }) => sentAs), batches.filter(({ sentAs }) => !sentAs)]
    for (const part of [uncertain, others].filter(({ length }) => length > 0)) {
      const outcome = await commitPart(projectId, part, anyway)
      if (outcome.state !== 'done') return outcome
      changes += outcome.changes
      skipped += outcome.skipped
    }
    return { state: 'done', changes, skipped }
  } finally {
    committing.delete(projectId)
  }
}

async function commitPart(projectId: string, part: readonly UnsavedBatch[], anyway: boolean): Promise<CommitOutcome> {
  const earlier = part[0]?.sentAs
  const id = earlier ?? crypto.randomUUID()
  const nets = netChanges(part)
  const sent = part.map((batch): UnsavedBatch => ({ ...batch, state: 'sending', waited: true, sentAs: id }))
  for (const batch of sent) unsaved.put(batch)
  let isSent = false
  let written: Written
  try {
    written = await write(projectId, nets, { id, anyway, sending: () => (isSent = true) })
  } catch (error) {
    const isAway = isUnreached(error)
    const isUncertain = isSent ? isAway : earlier !== undefined
    for (const { waited: _waited, sentAs, ...batch } of sent)
      unsaved.put({ ...batch, state: 'staged', ...(isUncertain && { sentAs }) })
    return isAway ? { state: 'unreached' } : { state: 'refused', problems: problemsOf(error, nets) }
  }
  endStaged(
    projectId,
    sent.map((batch) => batch.id),
  )
  const changes = nets.length - written.skipped.length
  recordChange(projectId, committedWords(changes), written.change)
  // Edits that were staged meanwhile keep their steps, behind that of the commit.
  resumeStaged(projectId)
  stageAgain(projectId, written.skipped)
  rowsWritten.tell(projectId)
  return { state: 'done', changes, skipped: written.skipped.length }
}

/** Stages unwritten changes again, so that the user can restore their records or discard them. */
function stageAgain(projectId: string, skipped: readonly SkippedNet[]): void {
  for (const [table, nets] of Map.groupBy(skipped, (each) => each.table)) {
    const words = {
      label: sentence('staged.saved', { count: nets.length }),
      undone: sentence('staged.discarded', { count: nets.length }),
    }
    stage(
      projectId,
      table,
      nets.map(({ change }) => change),
      words,
    )
  }
}

/** A change whose record others have deleted, with the present titles of its columns. */
interface SkippedNet {
  readonly table: Table
  readonly change: RowChange
}

interface Written {
  /** Id of the change in the change log; undefined if nothing was written. */
  readonly change: string | undefined
  readonly skipped: readonly SkippedNet[]
}

interface Sending {
  readonly id: string
  readonly anyway: boolean
  /** Called right before the request that writes. */
  readonly sending: () => void
}

async function write(
  projectId: string,
  nets: readonly NetChange[],
  { id, anyway, sending }: Sending,
): Promise<Written> {
  if (nets.length === 0) return { change: undefined, skipped: [] }
  const ready = await readyOf(projectId, nets)
  let change: string | undefined
  sending()
  const { skipped } = await client.call(
    'rowsApply',
    { id, changes: wireOf(ready), anyway },
    { projectId, silent: true, isAsked: true, onChange: (id) => (change = id) },
  )
  return {
    // Without a key, the server couldn't find the rows again.
    change: [...ready.tables.values()].every(({ primaryKey }) => primaryKey.length > 0) ? change : undefined,
    skipped: skipped.flatMap((at) => {
      const [table, change] = [ready.tables.get(nets[at]?.table.name ?? ''), ready.changes[at]]
      return table === undefined || change === undefined ? [] : [{ table, change }]
    }),
  }
}

const committedWords = (count: number): StepWords => ({
  label: sentence('staged.committed', { count }),
  undone: sentence('staged.takenBack', { count }),
})

interface Conflict {
  readonly at: number
  readonly column?: string
  readonly value?: unknown
}

function problemsOf(error: unknown, nets: readonly NetChange[]): readonly CommitProblem[] {
  const message = sentenceOf(error)
  if (!isApiError(error)) return [{ message, net: undefined }]
  const conflicts = error.details['conflicts']
  if (error.code === 'VALUE_CHANGED' && Array.isArray(conflicts))
    return (conflicts as Conflict[]).map(({ at, column, value }) => ({
      net: nets[at],
      isGone: column === undefined,
      message:
        column === undefined
          ? sentence('staged.recordGone')
          : sentence('staged.valueChanged', { column, value: shownValue(value) }),
    }))
  const row = error.details['row']
  return [{ message, net: typeof row === 'number' ? nets[row] : undefined }]
}

const shownValue = (value: unknown): Sentence =>
  value === null || value === undefined || value === '' ? sentence('unsaved.empty') : textOf(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
