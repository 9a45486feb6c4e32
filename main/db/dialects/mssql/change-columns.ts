import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { NativeColumn } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { editOf, mentions, type ColumnEdit } from './column-edit'
import {
  columnName,
  columnSql,
  commentSql,
  dropDefaultSql,
  foreignKeySql,
  objectName,
  renameSql,
  step,
  uniqueIndexName,
  uniqueIndexSql,
} from './column-sql'
import { isAboutMissing } from './introspect'
import { quote } from './literals'
import { dropIndexSql, indexSql, lockSteps, readTableFacts, type TableFacts } from './table-facts'

type Change<K extends ColumnChange['kind']> = Extract<ColumnChange, { kind: K }>

/**
 * Plans the changes of a table's columns as one transaction.
 *
 * @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_NEEDS_COLUMN, COLUMN_NOT_FOUND, COLUMN_NAME_INVALID,
 * COLUMN_IN_USE, COLUMN_KEY_FIXED, COLUMN_NEEDS_DEFAULT, COLUMN_DEFAULT_INVALID, COLUMN_VALUES_NOT_CONVERTIBLE,
 * SCHEMA_CHANGE_UNSUPPORTED
 */
export async function changeColumns(
  database: Database,
  name: string,
  changes: readonly ColumnChange[],
): Promise<SchemaPlan> {
  const state = await planFor(database, name)
  for (const change of changes) if (change.kind === 'drop') state.drop(change.name)
  for (const change of changes) if (change.kind === 'change') await state.change(change)
  for (const change of changes) if (change.kind === 'rename') state.rename(change.name, change.newName)
  for (const change of changes) if (change.kind === 'add') await state.add(change)
  return state.plan()
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY */
export async function planFor(database: Database, name: string): Promise<Planned> {
  return new Planned(database, await readTableFacts(database, name))
}

interface Added {
  readonly column: ColumnDefinition
  /** Name until the columns are renamed. */
  readonly now: string
}

/** Collects changes under the column names from before any rename. */
export class Planned {
  private readonly table: string
  private readonly drops: NativeColumn[] = []
  private readonly edits: ColumnEdit[] = []
  private readonly uniqueEdits: string[] = []
  private readonly droppedIndexes = new Set<string>()
  private readonly adds: ColumnDefinition[] = []
  private readonly renames = new Map<string, string>()
  private readonly comments: (readonly [NativeColumn, string | undefined])[] = []
  private readonly addedKeys: ForeignKey[] = []
  private readonly droppedKeys: string[] = []

  constructor(
    private readonly database: Database,
    private readonly facts: TableFacts,
  ) {
    this.table = quote(facts.native.name)
  }

  drop(name: string): void {
    const column = this.column(name)
    if (column.keyPosition > 0) throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
    const leaving = new Set([...this.drops.map((other) => other.name), column.name])
    const inUse = this.userOf(column.name, leaving)
    if (inUse !== undefined) throw new AppError('COLUMN_IN_USE', { column: column.name, by: inUse })
    if (leaving.size === this.facts.native.columns.length) throw new AppError('TABLE_NEEDS_COLUMN')
    this.drops.push(column)
  }

  async change(change: Change<'change'>): Promise<void> {
    const column = this.column(change.name)
    const edit = await editOf(this.database, this.facts, column, change)
    this.edits.push(edit)
    const { description = column.comment ?? '' } = change.column.options
    if (description !== (column.comment ?? '')) this.comments.push([column, description || undefined])
    for (const index of edit.dropped) this.droppedIndexes.add(index)
    if (edit.makeUnique) this.uniqueEdits.push(column.name)
    this.rename(column.name, change.column.name)
  }

  rename(name: string, newName: string): void {
    const column = this.column(name)
    columnName(newName)
    if (column.name !== newName) this.renames.set(column.name, newName)
  }

  async add({ column }: Change<'add'>): Promise<void> {
    if (column.primaryKey || hasRole(column, 'key')) throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
    columnName(column.name)
    if (column.required && column.defaultValue === null && !hasRole(column, 'counter')) {
      const sql = `SELECT COUNT_BIG(*) FROM ${this.table}`
      const [row] = await this.database.read({ sql, params: [] }, { lane: 'long' })
      const count = Number(row?.[0] ?? 0)
      if (count > 0) throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count })
    }
    this.adds.push(column)
  }

  addReference(key: ForeignKey): void {
    this.addedKeys.push(key)
  }

  /** @throws AppError RELATION_NOT_FOUND */
  dropReference(key: ForeignKey): void {
    const names = new Set(this.facts.foreignKeys.map(({ name }) => name))
    const found = [...names].find((name) => {
      const parts = this.facts.foreignKeys.filter((part) => part.name === name)
      return (
        parts.every(({ text }) => text === key.referencedTable) &&
        parts.map(({ column }) => column).join('\0') === key.columns.join('\0')
      )
    })
    if (found === undefined) throw new AppError('RELATION_NOT_FOUND')
    this.droppedKeys.push(found)
  }

  plan(): SchemaPlan {
    const { name } = this.facts.native
    const added = this.adds.map((column): Added => ({ column, now: this.freeName(column.name) }))
    const renames = this.renaming(added)
    // A filtered index blocks renaming its column, so it is recreated at the end.
    const waiting = this.waitingIndexes()
    const unique = [
      ...[...this.uniqueEdits, ...waiting.map(({ column }) => column)].map(
        (column) => this.renames.get(column) ?? column,
      ),
      ...added.filter(({ column }) => column.unique).map(({ column }) => column.name),
    ]
    const steps = [
      ...this.edits.flatMap((edit) => edit.guards),
      ...this.droppedKeys.map((key) => step(`ALTER TABLE ${this.table} DROP CONSTRAINT ${quote(key)}`)),
      ...this.drops.flatMap((column) => this.dropping(column)),
      ...this.edits.flatMap((edit) => edit.steps),
      ...added.map(({ column, now }) =>
        step(
          `ALTER TABLE ${this.table} ADD ${columnSql({ ...column, name: now }, false)}${
            // Existing rows get the default too, as on every other engine.
            column.defaultValue === null || column.required ? '' : ' WITH VALUES'
          }`,
        ),
      ),
      ...this.comments.map(([column, description]) => step(commentSql(name, column.name, column.comment, description))),
      ...added.flatMap(({ column: { options }, now }) =>
        options.description === undefined ? [] : [step(commentSql(name, now, undefined, options.description))],
      ),
      ...waiting.map(({ index }) => step(dropIndexSql(name, index))),
      ...renames.map(([from, to]) => step(renameSql([name, from], to, 'COLUMN'))),
      ...unique.map((column) => step(uniqueIndexSql(name, column))),
      ...this.addedKeys.flatMap((key) => this.referring(key)),
    ]
    if (steps.length === 0) return { up: [], down: [] }
    return { up: [...lockSteps(this.facts), ...steps], down: this.down(added, renames, unique, waiting) }
  }

  /** Unique indexes on renamed columns that exclude rows without a value. */
  private waitingIndexes(): { index: TableFacts['indexes'][number]; column: string }[] {
    return [...this.renames.keys()].flatMap((column) =>
      this.facts.indexes
        .filter((index) =>
          isAboutMissing(
            index.filter ?? '',
            index.columns.map(({ name }) => name),
          ),
        )
        .filter((index) => index.columns.some(({ name }) => name === column))
        .filter((index) => !this.droppedIndexes.has(index.name))
        .map((index) => ({ index, column })),
    )
  }

  /** Returns the steps that revert the columns, without values of deleted ones. */
  private down(
    added: readonly Added[],
    renames: readonly (readonly [string, string])[],
    unique: readonly string[],
    waiting: ReturnType<Planned['waitingIndexes']>,
  ): Step[] {
    const { name } = this.facts.native
    const key = (reference: ForeignKey): string => objectName(`${name}_${reference.columns.join('_')}`, 'fkey')
    return [
      ...this.addedKeys.map((reference) => step(`ALTER TABLE ${this.table} DROP CONSTRAINT ${quote(key(reference))}`)),
      ...unique.map((column) => step(`DROP INDEX ${quote(uniqueIndexName(name, column))} ON ${this.table}`)),
      ...renames.toReversed().map(([from, to]) => step(renameSql([name, to], from, 'COLUMN'))),
      ...waiting.map(({ index }) => step(indexSql(name, index))),
      ...added.flatMap(({ column, now }) => [
        ...(column.defaultValue === null ? [] : [step(dropDefaultSql(name, now))]),
        step(`ALTER TABLE ${this.table} DROP COLUMN ${quote(now)}`),
      ]),
      ...this.comments.map(([column, description]) => step(commentSql(name, column.name, description, column.comment))),
      ...this.edits.toReversed().flatMap((edit) => edit.down),
      ...this.drops.map((column) => {
        const held = this.facts.defaults.find((part) => part.column === column.name)
        const value = held === undefined ? '' : ` CONSTRAINT ${quote(held.name)} DEFAULT ${held.text}`
        return step(`ALTER TABLE ${this.table} ADD ${quote(column.name)} ${column.nativeType} NULL${value}`)
      }),
    ]
  }

  /** Drops the parts that belong to the column alone. */
  private dropping({ name }: NativeColumn): Step[] {
    const own = new Set(
      [...this.facts.defaults, ...this.facts.checks, ...this.facts.foreignKeys]
        .filter(({ column, name: part }) => column === name && !this.droppedKeys.includes(part))
        .map((part) => part.name),
    )
    const indexes = this.facts.indexes.filter(({ columns }) => columns.some((column) => column.name === name))
    return [
      ...[...own].map((constraint) => step(`ALTER TABLE ${this.table} DROP CONSTRAINT ${quote(constraint)}`)),
      ...indexes.map((index) => step(dropIndexSql(this.facts.native.name, index))),
      step(`ALTER TABLE ${this.table} DROP COLUMN ${quote(name)}`),
    ]
  }

  private userOf(name: string, leaving: ReadonlySet<string>): string | undefined {
    const { facts } = this
    const shared = (parts: TableFacts['checks']): string | undefined =>
      parts.find(
        (part) =>
          part.column === name &&
          !this.droppedKeys.includes(part.name) &&
          parts.some((other) => other.name === part.name && !leaving.has(other.column)),
      )?.name
    const index = facts.indexes.find(
      ({ unique, columns }) =>
        unique && columns.some((column) => column.name === name) && columns.some((column) => !leaving.has(column.name)),
    )
    return (
      shared(facts.checks) ??
      shared(facts.foreignKeys) ??
      index?.name ??
      facts.referring.find(({ column }) => column === name)?.name ??
      facts.computed.find((part) => part.column === name && !leaving.has(part.name))?.name ??
      facts.views.find(({ text }) => mentions(text, name))?.name
    )
  }

  /** Adds a foreign key with an index, for lookups of child rows and deletes of parents. */
  private referring(key: ForeignKey): Step[] {
    const { native } = this.facts
    const base = `${native.name}_${key.columns.join('_')}`
    const primaryKey = native.columns.filter(({ keyPosition }) => keyPosition > 0).map(({ name }) => name)
    const isIndexed = [primaryKey, ...native.indexes.map(({ columns }) => columns)].some((columns) =>
      key.columns.every((column, at) => columns[at] === column),
    )
    const columns = key.columns.map(quote).join(', ')
    return [
      step(`ALTER TABLE ${this.table} ADD CONSTRAINT ${quote(objectName(base, 'fkey'))} ${foreignKeySql(key)}`),
      ...(isIndexed ? [] : [step(`CREATE INDEX ${quote(objectName(base, 'idx'))} ON ${this.table} (${columns})`)]),
    ]
  }

  /** A new column can take the name of a renamed one. Until the rename, it has a temporary name. */
  private freeName(wanted: string): string {
    const stays = this.facts.native.columns.some(
      ({ name }) => same(name, wanted) && !this.drops.some((drop) => drop.name === name),
    )
    return stays ? `~new${this.adds.findIndex(({ name }) => name === wanted)}` : wanted
  }

  /** Renames columns together. Names that are swapped use temporary names. */
  private renaming(added: readonly Added[]): (readonly [string, string])[] {
    const wanted = [
      ...this.renames,
      ...added.filter(({ column, now }) => now !== column.name).map(({ column, now }) => [now, column.name] as const),
    ]
    const inTheWay = wanted.some(([from, to]) => !same(from, to) && wanted.some(([other]) => same(other, to)))
    if (!inTheWay) return wanted
    return [
      ...wanted.map(([from], at) => [from, `~${at}`] as const),
      ...wanted.map(([, to], at) => [`~${at}`, to] as const),
    ]
  }

  private column(wanted: string): NativeColumn {
    const { columns } = this.facts.native
    const found = columns.find(({ name }) => name === wanted) ?? columns.find(({ name }) => same(name, wanted))
    if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted })
    return found
  }
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()
