import type { SqlColumn, SqlEdit, SqlValue } from '@common/sql/shapes'

/** Changes of a result that aren't applied yet. */
export interface StagedEdits {
  /** Values by place of the column, by position of the row. */
  readonly updates: ReadonlyMap<number, Readonly<Record<string, SqlValue>>>
  readonly deleted: ReadonlySet<number>
  readonly inserts: readonly Readonly<Record<string, SqlValue>>[]
}

export const nothingStaged: StagedEdits = { updates: new Map(), deleted: new Set(), inserts: [] }

export function countEdits({ updates, deleted, inserts }: StagedEdits): number {
  const changed = [...updates.keys()].filter((position) => !deleted.has(position)).length
  return changed + deleted.size + inserts.length
}

/** Stages a value. The value that the row had before is no change. */
export function withValue(
  edits: StagedEdits,
  position: number,
  column: number,
  value: SqlValue,
  before: SqlValue,
): StagedEdits {
  const { [column]: _, ...others } = edits.updates.get(position) ?? {}
  const values = value === before ? others : { ...others, [column]: value }
  const updates = new Map(edits.updates)
  if (Object.keys(values).length === 0) updates.delete(position)
  else updates.set(position, values)
  return { ...edits, updates }
}

/** Stages a value of a new row. */
export function withInsertedValue(edits: StagedEdits, at: number, column: number, value: SqlValue): StagedEdits {
  return { ...edits, inserts: edits.inserts.map((row, index) => (index === at ? { ...row, [column]: value } : row)) }
}

/** Stages deletions; rows that are all staged already are restored. */
export function withDeleted(edits: StagedEdits, positions: readonly number[]): StagedEdits {
  const deleted = new Set(edits.deleted)
  const isRestoring = positions.every((position) => deleted.has(position))
  for (const position of positions)
    if (isRestoring) deleted.delete(position)
    else deleted.add(position)
  return { ...edits, deleted }
}

/** Returns the edits as the server takes them: deletions last, so that no statement meets a missing row. */
export function editsOf({ updates, deleted, inserts }: StagedEdits): SqlEdit[] {
  return [
    ...[...updates]
      .filter(([row]) => !deleted.has(row))
      .map(([row, values]): SqlEdit => ({ kind: 'update', row, values })),
    ...inserts.map((values): SqlEdit => ({ kind: 'insert', values })),
    ...[...deleted].map((row): SqlEdit => ({ kind: 'delete', row })),
  ]
}

/** Returns what a typed text means in a column. Numbers beyond the precision of the page stay text. */
export function typedValue(text: string, { kind }: Pick<SqlColumn, 'kind'>): SqlValue {
  if (kind === 'number') {
    const trimmed = text.trim()
    const value = Number(trimmed)
    if (trimmed !== '' && Number.isFinite(value) && String(value) === trimmed) return value
    return trimmed
  }
  if (kind === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text
}
