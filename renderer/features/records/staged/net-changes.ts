import type { RowChange, UnsavedBatch } from '@renderer/stores'

/** The effect of a commit on one record. */
export interface NetChange {
  readonly table: UnsavedBatch['table']
  readonly columns: UnsavedBatch['columns']
  readonly change: RowChange
  /** The staged changes that it consists of, by batch and index. */
  readonly parts: readonly { readonly batch: string; readonly at: number }[]
}

/** Merges staged edits into one change for each record, in the order in which the records were first changed. */
export function netChanges(batches: readonly UnsavedBatch[]): readonly NetChange[] {
  const found = new Map<string, NetChange>()
  for (const { id, table, columns, changes } of batches)
    for (const [at, change] of changes.entries()) {
      const name = JSON.stringify([table.name, change.kind === 'create' ? [id, at] : change.rowKey])
      const earlier = found.get(name)
      found.set(name, {
        table,
        columns: { ...earlier?.columns, ...columns },
        change: earlier === undefined ? change : merged(earlier.change, change),
        parts: [...(earlier?.parts ?? []), { batch: id, at }],
      })
    }
  return [...found.values()].flatMap((net) => {
    const change = withoutSame(net.change)
    return change === undefined ? [] : [{ ...net, change }]
  })
}

/** The guard is the value read before the first of them. */
function merged(earlier: RowChange, later: RowChange): RowChange {
  if (earlier.kind === 'create' || later.kind === 'create' || earlier.kind === 'delete') return earlier
  const expected = { ...later.expected, ...earlier.expected }
  const { record = later.record } = earlier
  const named = record === undefined ? {} : { record }
  if (later.kind === 'delete') return { ...later, ...named, expected }
  return { ...later, ...named, values: { ...earlier.values, ...later.values }, expected }
}

/** Omits values that equal the original ones again. @returns undefined if nothing is left */
function withoutSame(change: RowChange): RowChange | undefined {
  if (change.kind !== 'update') return change
  const changed = Object.entries(change.values).filter(
    ([title, value]) => !Object.hasOwn(change.expected, title) || !isSame(value, change.expected[title]),
  )
  return changed.length === 0 ? undefined : { ...change, values: Object.fromEntries(changed) }
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Returns the batches without the parts of some changes; undefined for a batch of which nothing is left. */
export function withoutParts(
  batches: readonly UnsavedBatch[],
  parts: NetChange['parts'],
): ReadonlyMap<string, UnsavedBatch | undefined> {
  const gone = new Set(parts.map(({ batch, at }) => `${batch} ${at}`))
  const touched = new Set(parts.map(({ batch }) => batch))
  return new Map(
    batches
      .filter(({ id }) => touched.has(id))
      .map(({ sentAs: _sentAs, ...batch }) => {
        const changes = batch.changes.filter((_, at) => !gone.has(`${batch.id} ${at}`))
        return [batch.id, changes.length === 0 ? undefined : { ...batch, changes }]
      }),
  )
}
