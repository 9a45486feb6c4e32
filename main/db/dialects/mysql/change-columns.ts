import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { checkName, columnSql, foreignKeySql, freeName, storedSql } from './column-sql'
import { editOf, referringTable, type ColumnEdit } from './column-edit'
import { carrierSql, freedSteps, type Helper } from './carrier'
import type { ServerVersion } from './flavour'
import { indexSql, uses } from './index-sql'
import { defaultSql, helperName, literalValue, quote } from './literals'
import { dependentOf, mentions, readTableState, sameName, type StoredColumn, type TableState } from './table-state'

const step = (sql: string): Step => ({ sql, params: [] })

type Change<K extends ColumnChange['kind']> = Extract<ColumnChange, { kind: K }>

/**
 * Plans the changes of a table's columns as one atomic ALTER TABLE. If values must be converted, an invisible generated
 * column computes them first; the last statement replaces the old column with it.
 *
 * @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_NEEDS_COLUMN, COLUMN_NOT_FOUND, COLUMN_IN_USE,
 * COLUMN_KEY_FIXED, COLUMN_NEEDS_DEFAULT, COLUMN_VALUES_NOT_CONVERTIBLE, COLUMN_NAME_INVALID
 */
export async function changeColumns(
  database: Database,
  version: ServerVersion,
  wanted: string,
  changes: readonly ColumnChange[],
): Promise<SchemaPlan> {
  const plan = await planFor(database, version, wanted)
  for (const change of changes) if (change.kind === 'drop') await plan.drop(change.name)
  for (const change of changes) if (change.kind === 'change') await plan.change(change)
  for (const change of changes) if (change.kind === 'rename') plan.rename(change.name, change.newName)
  for (const change of changes) if (change.kind === 'add') await plan.add(change)
  return plan.plan()
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY */
export async function planFor(database: Database, version: ServerVersion, wanted: string): Promise<Planned> {
  return new Planned(database, version, await readTableState(database, version, wanted))
}

/** Collects changes under the column names from before any rename. */
export class Planned {
  readonly #dropped: StoredColumn[] = []
  readonly #dropIndexes = new Set<string>()
  readonly #dropKeys: string[] = []
  readonly #edits: ColumnEdit[] = []
  readonly #adds: { readonly column: ColumnDefinition; readonly text: string }[] = []
  readonly #renames = new Map<string, string>()
  readonly #unique: string[] = []
  readonly #addKeys: { readonly name: string; readonly key: ForeignKey }[] = []
  readonly #addIndexes: (readonly string[])[] = []
  #mustBeEmpty = false

  constructor(
    private readonly database: Database,
    private readonly version: ServerVersion,
    private readonly table: TableState,
  ) {}

  /** Drops a column with its own parts. Constraints that involve other columns block it. */
  async drop(wanted: string): Promise<void> {
    const column = this.#column(wanted)
    const { name } = column
    const inUse = (by: string): AppError => new AppError('COLUMN_IN_USE', { column: name, by })
    if (this.#keyPosition(name) > 0) throw new AppError('COLUMN_KEY_FIXED', { column: name })
    const user = dependentOf(this.table, name)
    if (user !== undefined) throw inUse(user)
    const by = await referringTable(this.database, this.table, name)
    if (by !== undefined) throw inUse(by)
    for (const key of this.table.keys.filter(({ columns }) => columns.some((own) => sameName(own, name)))) {
      if (this.#dropKeys.includes(key.name)) continue
      if (key.columns.length > 1) throw inUse(key.referencedTable)
      this.#dropKeys.push(key.name)
    }
    for (const index of this.table.indexes.filter((each) => uses(each, name))) {
      const alone = index.parts.every((part) => sameName(part.column ?? '', name))
      if (index.unique && !alone) throw inUse(index.name)
      this.#dropIndexes.add(index.name)
    }
    this.#dropped.push(column)
    const left = this.table.columns.length - this.#dropped.length
    if (left === 0) throw new AppError('TABLE_NEEDS_COLUMN')
  }

  async change(change: Change<'change'>): Promise<void> {
    const column = this.#column(change.name)
    const edit = await editOf(this.database, this.table, column, change)
    this.#edits.push(edit)
    for (const index of edit.dropIndexes) this.#dropIndexes.add(index)
    if (edit.makeUnique) this.#unique.push(change.column.name)
    this.rename(column.name, change.column.name)
  }

  /** Renames a column. The server rewrites its constraints, but neither views nor triggers. */
  rename(wanted: string, newName: string): void {
    const { name } = this.#column(wanted)
    if (name === newName) return
    checkName('column', newName)
    const user = [...this.table.views, ...this.table.triggers, ...this.table.otherTriggers].find(({ text }) =>
      mentions(text, name),
    )
    if (user !== undefined && !sameName(name, newName))
      throw new AppError('COLUMN_IN_USE', { column: name, by: user.name })
    this.#renames.set(name, newName)
  }

  /** @param text  SQL of the column. Default: that of the definition */
  async add({ column }: Change<'add'>, text = columnSql(column, false)): Promise<void> {
    if (column.primaryKey || hasRole(column, 'key')) throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
    checkName('column', column.name)
    if (column.required && literalValue(defaultSql(column)) === null) {
      const [row] = await this.database.read(
        { sql: `SELECT count(*) FROM ${quote(this.table.native.name)}`, params: [] },
        { lane: 'long' },
      )
      const count = Number(row?.[0] ?? 0)
      // The server would invent a value.
      if (count > 0) throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count })
      this.#mustBeEmpty = true
    }
    this.#adds.push({ column, text })
    if (column.unique) this.#unique.push(column.name)
  }

  addReference(key: ForeignKey): void {
    const name = freeName(`fk_${Date.now().toString(36)}_${key.columns.join('_')}`, [])
    this.#addKeys.push({ name, key })
    // The server creates this index by itself, with a name that can't be used to drop it later.
    const covers = (columns: readonly (string | null)[]): boolean =>
      key.columns.every((column, at) => sameName(columns[at] ?? '', column))
    const isIndexed = this.table.indexes.some(({ parts }) => covers(parts.map(({ column }) => column)))
    if (!isIndexed) this.#addIndexes.push(key.columns)
  }

  /** @throws AppError RELATION_NOT_FOUND */
  dropReference(key: ForeignKey): void {
    const found = this.table.keys.find(
      (own) =>
        this.table.nameKey(own.referencedTable) === this.table.nameKey(key.referencedTable) &&
        own.columns.length === key.columns.length &&
        own.columns.every((column, at) => sameName(column, key.columns[at] ?? '')),
    )
    if (found === undefined) throw new AppError('RELATION_NOT_FOUND')
    this.#dropKeys.push(found.name)
  }

  plan(): SchemaPlan {
    const converted = this.#edits.flatMap((edit) => (edit.convert === undefined ? [] : [edit]))
    const helpers = converted.map((edit, at) => ({ edit, name: helperName(at) }))
    const last = this.#alter(helpers)
    if (last.length === 0) return { up: [], down: [] }
    const { name } = this.table.native
    const table = quote(name)
    const guards = this.#edits.flatMap(({ lost }) => (lost === 'FALSE' ? [] : [none(`${table} WHERE ${lost}`)]))
    if (this.#mustBeEmpty) guards.push(none(table))
    const up: Step[] = [this.table.unchanged]
    if (this.table.helpers.length > 0)
      up.push(
        step(`ALTER TABLE ${table} ${this.table.helpers.map((helper) => `DROP COLUMN ${quote(helper)}`).join(', ')}`),
      )
    if (helpers.length === 0) up.push(...guards, step(`ALTER TABLE ${table} ${last.join(', ')}`))
    else
      up.push(
        step(
          `ALTER TABLE ${table} ${helpers.map(({ edit, name: helper }) => `ADD COLUMN ${quote(helper)} ${carrierSql(this.version, edit)}`).join(', ')}`,
        ),
        // Locks out other writers, so that the checked rows are the changed ones.
        step(`LOCK TABLES ${table} WRITE`),
        ...guards,
        ...freedSteps(this.version, name, helpers),
        step(`ALTER TABLE ${table} ${last.join(', ')}`),
        step('UNLOCK TABLES'),
      )
    return { up, down: this.#down() }
  }

  #alter(helpers: readonly Helper[]): string[] {
    const helped = helpers.map(({ edit }) => edit.column.name)
    const rebuilt = this.table.indexes.filter(
      (index) => !this.#dropIndexes.has(index.name) && helped.some((name) => uses(index, name)),
    )
    const dropped = [...this.#dropIndexes, ...rebuilt.map(({ name }) => name)]
    const edits = this.#edits.filter(({ convert }) => convert === undefined)
    const changed = edits.filter(isEdited)
    const onlyRenamed = [...this.#renames].filter(
      ([name]) => !helped.includes(name) && !changed.some(({ column }) => column.name === name),
    )
    const taken = this.table.indexes.map(({ name }) => name)
    return [
      ...this.#dropKeys.map((key) => `DROP FOREIGN KEY ${quote(key)}`),
      ...dropped.map((index) => `DROP INDEX ${quote(index)}`),
      ...this.#dropped.map(({ name }) => `DROP COLUMN ${quote(name)}`),
      ...helpers.flatMap(({ edit, name: helper }) => [
        `DROP COLUMN ${quote(edit.column.name)}`,
        `CHANGE COLUMN ${quote(helper)} ${quote(this.#nameAfter(edit.column.name))} ${storedSql(edit.column, edit)}${this.#place(edit.column.name, helpers)}`,
      ]),
      ...changed.map(
        (edit) =>
          `CHANGE COLUMN ${quote(edit.column.name)} ${quote(this.#nameAfter(edit.column.name))} ${storedSql(edit.column, edit)}`,
      ),
      ...onlyRenamed.map(([name, newName]) => `RENAME COLUMN ${quote(name)} TO ${quote(newName)}`),
      ...this.#adds.map(({ text }) => `ADD COLUMN ${text}`),
      ...rebuilt.map((index) =>
        indexSql(index, (column) => ({
          name: this.#nameAfter(column),
          type: this.#edits.find((edit) => sameName(edit.column.name, column))?.type,
        })),
      ),
      ...this.#unique.map(
        (column) =>
          `ADD UNIQUE INDEX ${quote(freeName(`${this.table.native.name}_${column}_unique`, taken))} (${quote(column)})`,
      ),
      ...this.#addIndexes.map(
        (columns) => `ADD INDEX ${quote(this.#keyIndex(columns))} (${columns.map(quote).join(', ')})`,
      ),
      ...this.#addKeys.map(({ name, key }) => `ADD ${foreignKeySql(name, key)}`),
    ]
  }

  #keyIndex(columns: readonly string[]): string {
    const taken = this.table.indexes.map(({ name }) => name)
    return freeName(`${this.table.native.name}_${columns.join('_')}_index`, taken)
  }

  /** Returns the AFTER clause for the column's position: after the last preceding column that stays. */
  #place(name: string, helpers: readonly Helper[]): string {
    const at = this.table.columns.findIndex((column) => column.name === name)
    const before = this.table.columns.slice(0, at).findLast((column) => !this.#dropped.includes(column))
    if (before === undefined) return ' FIRST'
    const isHelped = helpers.some(({ edit }) => edit.column === before)
    // AFTER uses the new names of columns that are renamed earlier in the statement.
    return ` AFTER ${quote(isHelped || this.#renames.has(before.name) ? this.#nameAfter(before.name) : before.name)}`
  }

  #nameAfter(name: string): string {
    return this.#renames.get(name) ?? name
  }

  /** Returns the steps that revert the table, without values of deleted or converted columns. */
  #down(): Step[] {
    const { name, columns: natives } = this.table.native
    const taken = this.table.indexes.map((index) => index.name)
    const back = [
      ...this.#addKeys.map(({ name: key }) => `DROP FOREIGN KEY ${quote(key)}`),
      ...this.#addIndexes.map((columns) => `DROP INDEX ${quote(this.#keyIndex(columns))}`),
      ...this.#unique.map((column) => `DROP INDEX ${quote(freeName(`${name}_${column}_unique`, taken))}`),
      ...this.#adds.map(({ column }) => `DROP COLUMN ${quote(column.name)}`),
      ...this.#edits
        .filter((edit) => isEdited(edit) || edit.convert !== undefined)
        .map(
          ({ column }) =>
            `CHANGE COLUMN ${quote(this.#nameAfter(column.name))} ${quote(column.name)} ${storedSql(column)}`,
        ),
      ...[...this.#renames]
        .filter(
          ([old]) =>
            !this.#edits.some((edit) => edit.column.name === old && (isEdited(edit) || edit.convert !== undefined)),
        )
        .map(([old, now]) => `RENAME COLUMN ${quote(now)} TO ${quote(old)}`),
      ...this.#dropped.map((column) => {
        const at = natives.findIndex((native) => native.name === column.name)
        const before = natives
          .slice(0, at)
          .findLast((native) => !this.#dropped.some((other) => other.name === native.name))
        return `ADD COLUMN ${quote(column.name)} ${storedSql(column, { notNull: false })} ${before === undefined ? 'FIRST' : `AFTER ${quote(before.name)}`}`
      }),
      ...this.table.indexes
        .filter((index) => this.#dropIndexes.has(index.name))
        .map((index) => indexSql(index, (column) => ({ name: column, type: undefined }))),
      ...this.table.native.foreignKeys.flatMap((key, at) => {
        const stored = this.table.keys[at]
        return stored !== undefined && this.#dropKeys.includes(stored.name)
          ? [`ADD ${foreignKeySql(stored.name, key)}`]
          : []
      }),
    ]
    return back.length === 0 ? [] : [step(`ALTER TABLE ${quote(name)} ${back.join(', ')}`)]
  }

  #keyPosition(name: string): number {
    return this.table.native.columns.find((column) => column.name === name)?.keyPosition ?? 0
  }

  #column(wanted: string): StoredColumn {
    const found = this.table.columns.find((column) => sameName(column.name, wanted))
    if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted })
    return found
  }
}

const isEdited = ({ column, type, notNull, defaultText, comment }: ColumnEdit): boolean =>
  type !== undefined ||
  defaultText !== undefined ||
  comment !== undefined ||
  (notNull !== undefined && notNull !== column.notNull)

/** Fails the change if such a row exists. */
function none(from: string): Step {
  return {
    sql: `SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM ${from})`,
    params: [],
    returns: true,
    expectRows: 1,
  }
}
