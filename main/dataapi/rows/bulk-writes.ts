import { keyFromRow, keyOfRow, keyParts, requireKey } from '../parse/row-key'
import { alongOf, selectDependents } from './dependents'
import { insertPlainRows } from './plain-rows'
import { objectOf, readChanges, readNewRow } from './row-input'
import { atRow, boundedList, eachRow, refuseKeyChange, refuseReadOnly, runsOf, signature } from './row-lists'
import { hidesRows, isGone, lockSeen, requireInsertedSeen, requireReferences, requireSeen } from './row-rule'
import { deleteRows, insertRows, lockedRows, typedPlaces, updateRows } from './row-statements'
import type { RowWriting } from './row-writing'
import { ownRows, selectFromChildren } from './stored-in'
import { heldRows, keyText, namesOf, requireWritable, stored, transact, type WriteCall } from './write-call'
import type { StoredRow } from './change-event'
import type { RowService } from './types'

/** Atomic writes of many rows. */
export function createBulkWrites({
  events,
  clock,
  publish,
}: RowWriting): Pick<RowService, 'createMany' | 'createManyUnparsed' | 'updateMany'> {
  const { recorder } = events
  return {
    async createMany(call, body) {
      const index = requireWritable(call, 'create')
      const now = clock.now()
      const rows = await eachRow(
        boundedList(body),
        (row, at) => readNewRow(index, row, { row: at, now, ignored: call.ignored }).values,
      )
      const returned = events.heard ? index.table.columns : index.key
      const { dialect } = call.database
      const runs = runsOf(rows, (values) => signature(index, values))
      const steps = runs.map((run) => ({
        ...insertRows(dialect, index, run, returned, typedPlaces),
        ...(returned.length > 0 && { expectRows: run.length, tooFew: 'WRITE_PREVENTED' as const }),
      }))
      const references = requireReferences(dialect, index, rows)
      const from = references.length
      const made = runs.flatMap((run, step) => run.map((_, row) => ({ step: from + step, row })))
      const seen = requireInsertedSeen(dialect, index, made, returned)
      const after = runs.map((run, at) => ({ step: from + at, rows: run.length }))
      const written = await transact(
        { ...call, index, recorder },
        [...references, ...steps, ...seen],
        [{ kind: 'create', after }],
      )
      const results = written.slice(from, from + steps.length).flatMap((result) => result.rows)
      const keys = rows.map((_, at) => index.key.map((column) => results[at]?.[returned.indexOf(column)] ?? null))
      publish(
        { ...call, index },
        {
          kind: 'create',
          keys: keys.map((key) => keyParts(index, key)),
          before: [],
          after: events.heard ? results.map((row) => stored(index, row)) : [],
        },
      )
      return keys
    },

    async createManyUnparsed(call, body) {
      const index = requireWritable(call, 'create')
      const isPlain = call.index.table.sight.guarded === undefined
      const made = isPlain
        ? await insertPlainRows({ ...call, index, recorder }, { json: body.bytes, now: clock.now() })
        : undefined
      // A row needs the ordinary path, which finds and explains its error.
      if (made === undefined) return this.createMany(call, body.parse())
      publish(call, { kind: 'create', keys: made.map(([key]) => [String(key)]), before: [], after: [] })
      return made
    },

    updateMany: whileVisible(async (call, body) => {
      const index = requireWritable(call, 'change')
      requireKey(index)
      const write = { ...call, index }
      const now = clock.now()
      const { dialect } = call.database
      const rows = boundedList(body).map((row, at) => ({ row, key: atRow(at, () => keyFromRow(index, objectOf(row))) }))
      const sent = rows.map(({ key }) => key)
      const present = await heldRows(call.database, index, sent, call.context.signal)
      const seen = new Set<string>()
      const checked = await eachRow(rows, ({ row, key }, at) => {
        // In a list with the same row twice, the second entry may write the stored values back.
        const text = keyText(key)
        const held = seen.has(text) ? undefined : present.get(text)
        seen.add(text)
        const input = readChanges(index, row, key, { row: at, now, ignored: call.ignored }, held)
        refuseReadOnly(input, at)
        refuseKeyChange(index, input, at)
        return { key, values: input.values }
      })
      const isVisible = ({ key }: { readonly key: readonly string[] }): boolean =>
        !hidesRows(index) || present.has(keyText(key))
      const changes = checked.filter((each) => each.values.size > 0 && isVisible(each))
      const keys = changes.map(({ key }) => key)
      const writes = runsOf(changes, ({ values }) => signature(index, values)).map((run) =>
        updateRows(dialect, index, run, index.key, typedPlaces),
      )
      const reads = events.heard && keys.length > 0 ? [lockedRows(dialect, index, keys, typedPlaces)] : []
      const before = [
        ...lockSeen(dialect, index, keys),
        ...requireReferences(
          dialect,
          index,
          changes.map(({ values }) => values),
        ),
      ]
      const rules = requireSeen(dialect, index, keys, 'ROW_OUTSIDE_RULES')
      const guards = before.length
      const last = guards + reads.length + writes.length + rules.length
      const results = await transact(
        { ...write, recorder },
        [...before, ...reads, ...writes, ...rules, ...reads],
        [
          {
            kind: 'update',
            before: reads.map(() => ({ step: guards, rows: keys.length })),
            after: reads.map(() => ({ step: last, rows: keys.length })),
          },
        ],
      )
      const found = new Set(
        results
          .slice(guards + reads.length, guards + reads.length + writes.length)
          .flatMap(({ rows: of }) =>
            of.map((row) => keyText(keyOfRow(index, (column) => row[index.key.indexOf(column)]))),
          ),
      )
      const read = (at: number): StoredRow[] =>
        reads.length === 0 ? [] : (results.at(at)?.rows ?? []).map((row) => stored(index, row))
      const isThere = (key: readonly string[]): boolean => found.has(keyText(key))
      const set = namesOf(new Set(changes.flatMap(({ values }) => [...values.keys()])))
      publish(write, { kind: 'update', keys: keys.filter(isThere), before: read(guards), after: read(-1), set })
      return checked.map(({ key, values }) => (values.size === 0 ? present.has(keyText(key)) : isThere(key)))
    }),
  }
}

/** Atomic deletes of many rows. */
export function createBulkDeletes({
  events,
  reached,
  inherited,
  removing,
  publish,
}: RowWriting): Pick<RowService, 'removeMany'> {
  return {
    removeMany: whileVisible(async (call, body) => {
      const index = requireWritable(call, 'delete')
      requireKey(index)
      const write = { ...call, index }
      const sent = boundedList(body).map((row, at) => atRow(at, () => keyFromRow(index, objectOf(row))))
      const keys = await visibleKeys(write, sent)
      if (keys.length === 0) return sent.map(() => false)
      const returned = events.heard ? index.table.columns : index.key
      const { dialect } = call.database
      const [dependents, children] = await Promise.all([reached(write), inherited(write)])
      const seen = lockSeen(dialect, index, keys)
      const all = await removing(write, keys, [
        ...seen,
        ...dependents.map((dependent) => selectDependents(dialect, index, keys, dependent)),
        ...selectFromChildren(dialect, index, children, keys),
        deleteRows(dialect, index, keys, returned),
      ])
      const results = all.slice(seen.length)
      const rows = results.at(-1)?.rows ?? []
      const found = rows.map((row) => keyOfRow(index, (column) => row[returned.indexOf(column)]))
      const gone = new Set(found.map(keyText))
      const own = events.heard ? ownRows(index, children, results.slice(dependents.length), rows) : undefined
      publish(write, {
        kind: 'delete',
        keys: found,
        before: events.heard ? rows.map((row) => stored(index, row)) : [],
        after: [],
        along: alongOf(dependents, results),
        ...(own !== undefined && { own }),
      })
      await events.stored()
      // A key sent twice is deleted once.
      return sent.map((key) => gone.delete(keyText(key)))
    }),
  }
}

type Write = (call: WriteCall, body: unknown) => Promise<boolean[]>

/** Maximum attempts while other clients delete or hide the same rows. */
const attempts = 3

/** Repeats a write of visible rows if one of them was deleted or hidden after it was read. Nothing was written yet. */
function whileVisible(write: Write): Write {
  return async (call, body) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await write(call, body)
      } catch (error) {
        if (attempt === attempts || !isGone(error)) throw error
      }
  }
}

/** Returns the keys of rows that the caller sees. */
async function visibleKeys(
  { database, index, context }: WriteCall,
  keys: readonly (readonly string[])[],
): Promise<readonly (readonly string[])[]> {
  if (!hidesRows(index)) return keys
  const held = await heldRows(database, index, keys, context.signal)
  return keys.filter((key) => held.has(keyText(key)))
}
