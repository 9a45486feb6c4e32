import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { NativeColumn, NativeTable } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { columnName, columnSql, commentSql, freeName, isCountedColumn, renumberSql } from './column-sql'
import { editOf, type ColumnEdit } from './column-edit'
import { refuseDrop } from './drop-column'
import { foreignKeySql } from './foreign-keys'
import { quote } from './literals'
import { lockSteps, readTableFacts, takenNames, type TableFacts } from './table-facts'
import { declaredColumn } from './table-text'

const step = (sql: string): Step => ({ sql, params: [] })

type Change<K extends ColumnChange['kind']> = Extract<ColumnChange, { kind: K }>

/**
 * Plans the changes of a table's columns as one transaction.
 *
 * @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_NEEDS_COLUMN, COLUMN_NOT_FOUND, COLUMN_NAME_INVALID,
 * COLUMN_IN_USE, COLUMN_KEY_FIXED, COLUMN_NEEDS_DEFAULT, COLUMN_DEFAULT_INVALID, COLUMN_VALUES_NOT_CONVERTIBLE
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
  const [facts, native, taken] = await Promise.all([
    readTableFacts(database, name),
    database.dialect.introspect.describeTable(database, name),
    takenNames(database),
  ])
  if (native === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  return new Planned(database, facts, native, taken)
}

interface Added {
  readonly column: ColumnDefinition
  /** Name until the columns are renamed. */
  readonly now: string
}

/** A step with the step that reverts it. */
interface Doing {
  readonly up: Step
  readonly down?: Step
}

/** Collects changes under the column names from before any rename. */
export class Planned {
  private readonly table: string
  private readonly drops: NativeColumn[] = []
  private readonly edits: ColumnEdit[] = []
  private readonly adds: ColumnDefinition[] = []
  private readonly renames = new Map<string, string>()
  private readonly comments: (readonly [NativeColumn, string | undefined])[] = []
  private readonly addedKeys: ForeignKey[] = []
  private readonly droppedKeys: TableFacts['constraints'][number][] = []

  constructor(
    private readonly database: Database,
    private readonly facts: TableFacts,
    private readonly native: NativeTable,
    private readonly taken: Set<string>,
  ) {
    this.table = `ALTER TABLE ${quote(facts.name)}`
  }

  drop(name: string): void {
    const column = this.column(name)
    const leaving = [...this.drops.map((other) => other.name), name]
    refuseDrop(this.facts, column, leaving, this.droppedKeys)
    if (leaving.length === this.native.columns.length) throw new AppError('TABLE_NEEDS_COLUMN')
    this.drops.push(column)
  }

  async change(change: Change<'change'>): Promise<void> {
    const column = this.column(change.name)
    this.edits.push(await editOf(this.database, this.facts, this.native, column, change))
    const { description = column.comment ?? '' } = change.column.options
    if (description !== (column.comment ?? '')) this.comments.push([column, description || undefined])
    this.rename(column.name, change.column.name)
  }

  rename(name: string, newName: string): void {
    this.column(name)
    columnName(newName)
    if (name !== newName) this.renames.set(name, newName)
  }

  async add({ column }: Change<'add'>): Promise<void> {
    if (column.primaryKey || hasRole(column, 'key')) throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
    columnName(column.name)
    if (column.required && column.defaultValue === null && !hasRole(column, 'counter')) {
      const [row] = await this.database.read(
        { sql: `SELECT count(*) FROM ${quote(this.facts.name)}`, params: [] },
        { lane: 'long' },
      )
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
    const found = this.facts.constraints.find(
      ({ type, columns, referencedTable }) =>
        type === 'f' && referencedTable === key.referencedTable && columns.join('\0') === key.columns.join('\0'),
    )
    if (found === undefined) throw new AppError('RELATION_NOT_FOUND')
    this.droppedKeys.push(found)
  }

  plan(): SchemaPlan {
    const added = this.adds.map((column): Added => ({ column, now: this.freeColumn(column.name) }))
    const doing: Doing[] = [
      ...this.droppedKeys.map(({ name, definition }) => ({
        up: this.alter(`DROP CONSTRAINT ${quote(name)}`),
        down: this.alter(`ADD CONSTRAINT ${quote(name)} ${definition}`),
      })),
      ...this.drops.map((column) => this.dropping(column)),
      ...this.edits.flatMap((edit) => this.editing(edit)),
      ...added.map(({ column, now }) => ({
        up: this.alter(`ADD COLUMN ${columnSql({ ...column, name: now }, false)}`),
        down: this.alter(`DROP COLUMN ${quote(now)}`),
      })),
      ...added.filter(({ column }) => isCountedColumn(column)).flatMap(({ now }) => this.numbering(now)),
      ...this.comments.map(([{ name, comment }, description]) => ({
        up: step(commentSql(this.facts.name, name, description)),
        down: step(commentSql(this.facts.name, name, comment)),
      })),
      ...added.flatMap(({ column: { options }, now }) =>
        options.description === undefined ? [] : [{ up: step(commentSql(this.facts.name, now, options.description)) }],
      ),
      ...[
        ...this.edits.filter(({ makeUnique }) => makeUnique).map(({ column }) => column.name),
        ...added.filter(({ column }) => column.unique).map(({ now }) => now),
      ].map((column) => this.makingUnique(column)),
      ...this.renaming(added),
      ...this.addedKeys.flatMap((key) => this.referring(key)),
    ]
    if (doing.length === 0) return { up: [], down: [] }
    const guards = this.edits.flatMap((edit) => edit.guards)
    return {
      up: [...lockSteps(this.facts), ...guards, ...doing.map(({ up }) => up)],
      down: doing.toReversed().flatMap(({ down }) => (down === undefined ? [] : [down])),
    }
  }

  private alter(action: string): Step {
    return step(`${this.table} ${action}`)
  }

  private alterColumn(name: string, action: string): Step {
    return this.alter(`ALTER COLUMN ${quote(name)} ${action}`)
  }

  private numbering(column: string): Doing[] {
    const keys = this.native.columns.filter(({ keyPosition }) => keyPosition > 0)
    if (keys.length === 0 || keys.some((key) => this.drops.includes(key))) return []
    const ordered = keys.toSorted((left, right) => left.keyPosition - right.keyPosition)
    return [
      {
        up: step(
          renumberSql(
            this.facts.name,
            column,
            ordered.map(({ name }) => name),
          ),
        ),
      },
    ]
  }

  private dropping({ name }: NativeColumn): Doing {
    const facts = this.facts.columns.find((column) => column.name === name)
    return {
      up: this.alter(`DROP COLUMN ${quote(name)}`),
      // The values are lost: the restored column is empty.
      ...(facts === undefined
        ? {}
        : {
            down: this.alter(
              `ADD COLUMN ${declaredColumn({ ...facts, notNull: facts.notNull && facts.defaultText !== null })}`,
            ),
          }),
    }
  }

  private editing(edit: ColumnEdit): Doing[] {
    const { column, type, convert, defaultText } = edit
    const { name } = column
    const declared = this.facts.columns.find((other) => other.name === name)
    const before = declared?.defaultText ?? null
    const alter = (action: string): Step => this.alterColumn(name, action)
    const setDefault = (text: string | null): Step => alter(text === null ? 'DROP DEFAULT' : `SET DEFAULT ${text}`)
    return [
      ...edit.dropConstraints.map((constraint) => ({
        up: this.alter(`DROP CONSTRAINT ${quote(constraint)}`),
        down: this.alter(`ADD CONSTRAINT ${quote(constraint)} UNIQUE (${quote(name)})`),
      })),
      ...edit.dropIndexes.map((index) => ({
        up: step(`DROP INDEX ${quote(index)}`),
        down: step(this.facts.indexes.find((other) => other.name === index)?.definition ?? ''),
      })),
      ...(edit.stopsCounting ? [{ up: declared?.identity === '' ? setDefault(null) : alter('DROP IDENTITY') }] : []),
      // A default of the old type can block the new type.
      ...(type !== undefined && before !== null && !edit.stopsCounting
        ? [{ up: setDefault(null), down: setDefault(before) }]
        : []),
      ...(type !== undefined
        ? [
            {
              up: alter(`TYPE ${type} USING ${convert ?? quote(name)}`),
              down: alter(`TYPE ${declared?.type} USING ${quote(name)}::text::${declared?.type}`),
            },
          ]
        : convert === undefined
          ? []
          : this.rewriting(name, convert)),
      ...(defaultText === undefined || (type !== undefined && defaultText === null)
        ? []
        : [{ up: setDefault(defaultText), down: setDefault(type === undefined ? before : null) }]),
      ...(edit.notNull === column.notNull
        ? []
        : [
            {
              up: alter(edit.notNull ? 'SET NOT NULL' : 'DROP NOT NULL'),
              down: alter(column.notNull ? 'SET NOT NULL' : 'DROP NOT NULL'),
            },
          ]),
    ]
  }

  /** No user edited a row, so user triggers don't run. */
  private rewriting(name: string, convert: string): Doing[] {
    const triggers = this.facts.triggers.filter(({ enabled }) => enabled).map((trigger) => quote(trigger.name))
    return [
      ...triggers.map((trigger) => ({ up: this.alter(`DISABLE TRIGGER ${trigger}`) })),
      {
        up: step(
          `UPDATE ${quote(this.facts.name)} SET ${quote(name)} = ${convert} WHERE (${convert})::text IS DISTINCT FROM ${quote(name)}::text`,
        ),
      },
      ...triggers.map((trigger) => ({ up: this.alter(`ENABLE TRIGGER ${trigger}`) })),
    ]
  }

  private makingUnique(column: string): Doing {
    const name = this.freeName([column], 'key')
    return {
      up: this.alter(`ADD CONSTRAINT ${quote(name)} UNIQUE (${quote(column)})`),
      down: this.alter(`DROP CONSTRAINT ${quote(name)}`),
    }
  }

  /** Adds a foreign key with an index, for lookups of child rows and deletes of parents. */
  private referring(key: ForeignKey): Doing[] {
    const name = this.freeName(key.columns, 'fkey')
    const primaryKey = this.native.columns.filter(({ keyPosition }) => keyPosition > 0).map((column) => column.name)
    const isIndexed = [primaryKey, ...this.native.indexes.map(({ columns }) => columns)].some((columns) =>
      key.columns.every((column, at) => columns[at] === column),
    )
    const index = this.freeName(key.columns, 'idx')
    const columns = key.columns.map(quote).join(', ')
    return [
      {
        up: this.alter(`ADD CONSTRAINT ${quote(name)} ${foreignKeySql(key)}`),
        down: this.alter(`DROP CONSTRAINT ${quote(name)}`),
      },
      ...(isIndexed
        ? []
        : [
            {
              up: step(`CREATE INDEX ${quote(index)} ON ${quote(this.facts.name)} (${columns})`),
              down: step(`DROP INDEX ${quote(index)}`),
            },
          ]),
    ]
  }

  private freeName(columns: readonly string[], ending: string): string {
    const constraints = this.facts.constraints.map(({ name }) => name)
    const name = freeName(`${this.facts.name}_${columns.join('_')}`, ending, new Set([...this.taken, ...constraints]))
    this.taken.add(name)
    return name
  }

  /** A new column can take the name of a renamed one. Until the rename, it has a temporary name. */
  private freeColumn(wanted: string): string {
    const stays = this.native.columns.some(
      ({ name }) => name === wanted && !this.drops.some((drop) => drop.name === name),
    )
    return stays ? `~new${this.adds.findIndex(({ name }) => name === wanted)}` : wanted
  }

  /** Renames columns together. Names that are swapped use temporary names. */
  private renaming(added: readonly Added[]): Doing[] {
    const wanted = [
      ...this.renames,
      ...added.filter(({ column, now }) => now !== column.name).map(({ column, now }) => [now, column.name] as const),
    ]
    const rename = (from: string, to: string): Doing => ({
      up: this.alter(`RENAME COLUMN ${quote(from)} TO ${quote(to)}`),
      down: this.alter(`RENAME COLUMN ${quote(to)} TO ${quote(from)}`),
    })
    const inTheWay = wanted.some(([, to]) => wanted.some(([other]) => other === to))
    if (!inTheWay) return wanted.map(([from, to]) => rename(from, to))
    return [...wanted.map(([from], at) => rename(from, `~${at}`)), ...wanted.map(([, to], at) => rename(`~${at}`, to))]
  }

  private column(name: string): NativeColumn {
    const found = this.native.columns.find((column) => column.name === name)
    if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: name })
    return found
  }
}
