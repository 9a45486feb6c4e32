import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { LostValues, NativeColumn, NativeTable } from '@main/db/dialect'
import type { CheckFacts } from '@main/db/schema-objects'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { withCheck, withoutCheck } from './checks'
import { columnSql } from './column-sql'
import { changedColumnText, type ColumnEdit, editOf, lossOf } from './column-edit'
import { droppedFromTable } from './drop-column'
import { foreignKeySql, referencesSql, withoutReference } from './foreign-keys'
import { defaultSql, isConstantDefault, quote } from './literals'
import { rebuildSteps, type CopiedColumn } from './rebuild'
import { readTableObjects, type SchemaObject, type TableObjects, withoutBrokenObjects } from './schema-objects'
import { foldName, mentions, sameName } from './sql-tokens'
import { parseTableText, writeTableText, type TableText } from './table-text'

const step = (sql: string): Step => ({ sql, params: [] })

type Change<K extends ColumnChange['kind']> = Extract<ColumnChange, { kind: K }>

/**
 * Plans the changes of a table's columns as one transaction: by ALTER TABLE if SQLite supports it, otherwise by
 * rebuilding the table from its edited text.
 *
 * @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_NEEDS_COLUMN, COLUMN_NOT_FOUND, COLUMN_IN_USE,
 * COLUMN_KEY_FIXED, COLUMN_NEEDS_DEFAULT, COLUMN_VALUES_NOT_CONVERTIBLE, SCHEMA_CHANGE_UNSUPPORTED
 */
export async function changeColumns(
  database: Database,
  wanted: string,
  changes: readonly ColumnChange[],
): Promise<SchemaPlan> {
  const state = await planFor(database, wanted)
  for (const change of changes) if (change.kind === 'drop') await state.drop(change.name)
  for (const change of changes) if (change.kind === 'change') await state.change(change)
  for (const change of changes) if (change.kind === 'rename') state.rename(change.name, change.newName)
  for (const change of changes) if (change.kind === 'add') await state.add(change)
  const plan = state.plan()
  return changes.every(({ kind }) => kind === 'add') ? plan : withoutBrokenObjects(database, wanted, plan)
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, SCHEMA_CHANGE_UNSUPPORTED */
export async function planFor(database: Database, wanted: string): Promise<Planned> {
  const objects = await readTableObjects(database, wanted)
  const native = await database.dialect.introspect.describeTable(database, objects.name)
  if (native === undefined) throw new AppError('TABLE_NOT_FOUND', { table: wanted })
  return new Planned(database, objects, native)
}

/** Collects changes under the column names from before any rename. */
export class Planned {
  private text: TableText
  private indexes: readonly SchemaObject[]
  private needsRebuild = false
  private readonly nativeDrops: string[] = []
  private readonly dropIndexes: string[] = []
  private readonly edits: ColumnEdit[] = []
  private readonly adds: ColumnDefinition[] = []
  private readonly renames = new Map<string, string>()
  private readonly uniqueColumns: string[] = []
  private readonly indexColumns: (readonly string[])[] = []
  /** REFERENCES clauses of new columns. */
  private readonly references = new Map<string, string>()
  private readonly rowCount: () => Promise<number>

  constructor(
    private readonly database: Database,
    private readonly objects: TableObjects,
    private readonly native: NativeTable,
  ) {
    this.text = parseTableText(objects.sql)
    this.indexes = objects.indexes
    let count: Promise<number> | undefined
    this.rowCount = () => (count ??= countRows(database, objects.name))
  }

  async drop(name: string): Promise<void> {
    const column = this.column(name)
    const dropped = await droppedFromTable(this.database, this.objects, this.native, this.text, this.indexes, column)
    if (dropped.text.columns.length === 0) throw new AppError('TABLE_NEEDS_COLUMN')
    this.text = dropped.text
    this.indexes = dropped.indexes
    this.dropIndexes.push(...dropped.droppedIndexes)
    this.nativeDrops.push(column.name)
    if (!dropped.natively) this.needsRebuild = true
  }

  async change(change: Change<'change'>): Promise<void> {
    const column = this.column(change.name)
    const edit = await editOf(this.database, this.objects, this.native, this.text, column, change)
    this.edits.push(edit)
    if (edit.rebuild) {
      this.text = changedColumnText(this.text, edit)
      this.needsRebuild = true
    }
    const dropped = new Set(edit.dropIndexes)
    this.indexes = this.indexes.filter((index) => !dropped.has(index.name))
    this.dropIndexes.push(...edit.dropIndexes)
    if (edit.makeUnique) this.uniqueColumns.push(column.name)
    this.rename(column.name, change.column.name)
  }

  lostValues(change: Change<'change'>): LostValues {
    return lossOf(this.column(change.name), change)
  }

  rename(name: string, newName: string): void {
    const column = this.column(name)
    if (column.name !== newName) this.renames.set(column.name, newName)
  }

  async add({ column }: Change<'add'>): Promise<void> {
    if (column.primaryKey || hasRole(column, 'key')) throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
    const constant = isConstantDefault(defaultSql(column))
    if (!hasRole(column, 'counter') && ((column.required && column.defaultValue === null) || !constant)) {
      const count = await this.rowCount()
      if (count > 0 && constant) throw new AppError('COLUMN_NEEDS_DEFAULT', { column: column.name, count })
      if (count > 0) this.needsRebuild = true
    }
    this.adds.push(column)
  }

  /**
   * Adds a foreign key. The key of a single new column becomes part of its definition, so that no row has to be copied.
   */
  addReference(key: ForeignKey): void {
    const [column] = key.columns
    if (column !== undefined && key.columns.length === 1 && this.adds.some(({ name }) => sameName(name, column)))
      this.references.set(foldName(column), referencesSql(key))
    else {
      const constraint = { kind: 'foreignKey' as const, columns: key.columns, text: foreignKeySql(key) }
      this.text = { ...this.text, constraints: [...this.text.constraints, constraint] }
      this.needsRebuild = true
    }
    // Lookups of child rows and deletes of parents need an index.
    const isIndexed = [this.native.columns.filter((own) => own.keyPosition > 0).map(({ name }) => name)]
      .concat(this.native.indexes.map(({ columns }) => [...columns]))
      .some((columns) => key.columns.every((name, at) => sameName(columns[at] ?? '', name)))
    if (!isIndexed) this.indexColumns.push(key.columns)
  }

  /** @throws AppError RELATION_NOT_FOUND */
  dropReference(key: ForeignKey): void {
    const text = withoutReference(this.text, key)
    if (text === undefined) throw new AppError('RELATION_NOT_FOUND')
    this.text = text
    this.needsRebuild = true
  }

  addCheck(check: CheckFacts): void {
    this.text = withCheck(this.text, check)
    this.needsRebuild = true
  }

  dropCheck(check: CheckFacts): void {
    this.text = withoutCheck(this.text, check)
    this.needsRebuild = true
  }

  plan(): SchemaPlan {
    const { name } = this.objects
    const added = this.adds.map((column) => ({ column, now: this.freeName(column.name) }))
    const steps: Step[] = this.edits.flatMap((edit) => edit.guards)
    if (this.needsRebuild) steps.push(...this.rebuild(added))
    else {
      steps.push(...this.dropIndexes.map((index) => step(`DROP INDEX ${quote(index)}`)))
      steps.push(...this.nativeDrops.map((column) => step(`ALTER TABLE ${quote(name)} DROP COLUMN ${quote(column)}`)))
      steps.push(
        ...added.map(({ column, now }) => step(`ALTER TABLE ${quote(name)} ADD COLUMN ${this.addedSql(column, now)}`)),
      )
    }
    const unique = [...this.uniqueColumns, ...added.filter(({ column }) => column.unique).map(({ now }) => now)]
    const taken = this.objects.names
    steps.push(...unique.map((column) => uniqueIndex(name, column, taken)))
    steps.push(...this.indexColumns.map((columns) => ordinaryIndex(name, columns, taken)))
    const renames = this.renameSteps(added)
    steps.push(...renames)
    if (steps.length === 0) return { up: [], down: [] }
    return { up: [this.unchanged(), ...steps], down: this.down(added, unique) }
  }

  /** Fails the transaction if the table changed after planning. */
  private unchanged(): Step {
    return {
      sql: `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql = ?`,
      params: [this.objects.name, this.objects.sql],
      returns: true,
      expectRows: 1,
    }
  }

  private rebuild(added: readonly Added[]): Step[] {
    const text: TableText = {
      ...this.text,
      columns: [
        ...this.text.columns,
        ...added.map(({ column, now }) => ({ name: now, nameText: this.addedSql(column, now), type: '', clauses: [] })),
      ],
    }
    const conversions = new Map(this.edits.map((edit) => [foldName(edit.name), edit.convert]))
    const remaining = this.native.columns.filter(
      (column) => !column.generated && this.text.columns.some(({ name }) => sameName(name, column.name)),
    )
    const copied = remaining.map(({ name }): CopiedColumn => {
      const convert = conversions.get(foldName(name))
      return { from: name, to: name, ...(convert === undefined ? {} : { convert }) }
    })
    const sql = writeTableText(quote(this.objects.name), text)
    return rebuildSteps({ ...this.objects, indexes: this.indexes }, sql, copied, {
      ...this.rowIds(text),
      autoIncrement: isAutoIncrement(this.objects.sql),
    })
  }

  /** An integer key is the row number. Without one, the row number is copied under its own name. */
  private rowIds(text: TableText): { rowId: string | null; newRowId: string | null } {
    if (text.withoutRowId || this.native.columns.some((column) => column.autoIncrement))
      return { rowId: null, newRowId: null }
    const free = ['rowid', '_rowid_', 'oid'].find((id) => !text.columns.some(({ name }) => sameName(name, id)))
    return { rowId: this.native.rowId, newRowId: free ?? null }
  }

  private addedSql(column: ColumnDefinition, now: string): string {
    const references = this.references.get(foldName(column.name))
    const countedKey = this.native.columns.find(({ autoIncrement }) => autoIncrement)?.name
    const sql = columnSql({ ...column, name: now }, false, { strict: this.text.strict, countedKey })
    return references === undefined ? sql : `${sql} ${references}`
  }

  /** A new column can take the name of a renamed one. Until the rename, it has a temporary name. */
  private freeName(wanted: string): string {
    return this.text.columns.some(({ name }) => sameName(name, wanted)) ? `${wanted}~new` : wanted
  }

  /** Renames columns together. Names that are swapped use temporary names. */
  private renameSteps(added: readonly Added[]): Step[] {
    const wanted = [
      ...this.renames,
      ...added.filter(({ column, now }) => now !== column.name).map(({ column, now }) => [now, column.name] as const),
    ]
    const rename = (from: string, to: string): Step =>
      step(`ALTER TABLE ${quote(this.objects.name)} RENAME COLUMN ${quote(from)} TO ${quote(to)}`)
    const inTheWay = wanted.some(([from, to]) => !sameName(from, to) && wanted.some(([other]) => sameName(other, to)))
    if (!inTheWay) return wanted.map(([from, to]) => rename(from, to))
    return [
      ...wanted.map(([from], at) => rename(from, `${from}~${at}`)),
      ...wanted.map(([from, to], at) => rename(`${from}~${at}`, to)),
    ]
  }

  /** Returns the steps that revert the table, without values of deleted or converted columns. */
  private down(added: readonly Added[], unique: readonly string[]): Step[] {
    const { name, indexes, names: taken } = this.objects
    const back = [...this.renames].map(([from, to]) =>
      step(`ALTER TABLE ${quote(name)} RENAME COLUMN ${quote(to)} TO ${quote(from)}`),
    )
    if (!this.needsRebuild && this.nativeDrops.length === 0 && this.references.size === 0)
      return [
        ...unique.map((column) => step(`DROP INDEX ${quote(uniqueIndexName(name, column, taken))}`)),
        ...back,
        ...added.map(({ column }) => step(`ALTER TABLE ${quote(name)} DROP COLUMN ${quote(column.name)}`)),
        ...indexes.filter((index) => this.dropIndexes.includes(index.name)).map(({ sql }) => step(sql)),
      ]
    const remaining = this.native.columns.filter(
      (column) => !column.generated && this.text.columns.some((left) => sameName(left.name, column.name)),
    )
    return [
      ...back,
      ...rebuildSteps(
        this.objects,
        this.objects.sql,
        remaining.map((column) => ({ from: column.name, to: column.name })),
        { ...this.rowIds(this.text), autoIncrement: isAutoIncrement(this.objects.sql) },
      ),
    ]
  }

  private column(wanted: string): NativeColumn {
    const found = this.native.columns.find((column) => sameName(column.name, wanted))
    if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted })
    return found
  }
}

interface Added {
  readonly column: ColumnDefinition
  /** Name until the columns are renamed. */
  readonly now: string
}

/** The keyword can be part of the column or of the table's PRIMARY KEY. */
const isAutoIncrement = (sql: string): boolean => {
  const { columns, constraints } = parseTableText(sql)
  return [...constraints, ...columns.flatMap(({ clauses }) => clauses)].some(
    ({ kind, text }) => kind === 'primaryKey' && mentions(text, 'AUTOINCREMENT'),
  )
}

function uniqueIndex(table: string, column: string, taken: readonly string[]): Step {
  return step(
    `CREATE UNIQUE INDEX ${quote(uniqueIndexName(table, column, taken))} ON ${quote(table)} (${quote(column)})`,
  )
}

function ordinaryIndex(table: string, columns: readonly string[], taken: readonly string[]): Step {
  const name = freeIndexName(`${table}_${columns.join('_')}_index`, taken)
  return step(`CREATE INDEX ${quote(name)} ON ${quote(table)} (${columns.map(quote).join(', ')})`)
}

function uniqueIndexName(table: string, column: string, taken: readonly string[]): string {
  return freeIndexName(`${table}_${column}_unique`, taken)
}

function freeIndexName(base: string, taken: readonly string[]): string {
  let name = base
  for (let n = 2; taken.some((other) => sameName(other, name)); n += 1) name = `${base}_${n}`
  return name
}

async function countRows(database: Database, name: string): Promise<number> {
  const rows = await database.read({ sql: `SELECT count(*) FROM ${quote(name)}`, params: [] }, { lane: 'long' })
  return Number(rows[0]?.[0] ?? 0)
}
