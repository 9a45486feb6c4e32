import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { checkFormula, formulaLimits, FormulaProblem, parseFormula, type FormulaColumn } from '@common/formula'
import type { Column, Table } from '@common/model'
import type { Link, RollupFunction, VirtualColumn } from '@common/model/relations'
import type { UiType } from '@common/columns/ui-types'
import type { Dialect } from '../dialect'
import { emitFormula, type Expression, type LinkedQuery } from '../formula-sql'
import { join, raw, sql, type Fragment } from '../sql-fragment'
import { rowAlias, type ComputedColumn, type ManyValues } from './columns'
import { Broken } from './broken'
import { resultColumn, rollupType, uiTypeOf } from './result'
import { linkOf, type TablesByName } from './tables'
import {
  additive,
  atPlace,
  columnsIn,
  flattened,
  isIndexed,
  named,
  queryOf,
  titleOf,
  type Hop,
  type Many,
  type Step,
  type Value,
} from './values'

/**
 * Builds computed columns as expressions over the rows of their table, alias `~t`. Joined tables have numbered aliases,
 * so that names are unambiguous at any depth.
 */
export class ComputedBuilder {
  /** Stored columns of the row that the expressions use. */
  readonly needs = new Set<string>()
  /** True while indexes lead to all linked rows. */
  bounded = true
  private aliases = 0
  private readonly known = new Map<string, Value>()

  constructor(
    private readonly dialect: Dialect,
    private readonly tables: TablesByName,
    /** Visible rows of tables that hide some, by name. */
    private readonly rows: ReadonlyMap<string, Fragment> = new Map(),
  ) {}

  /** @throws Broken, FormulaProblem */
  column(table: Table, column: VirtualColumn): ComputedColumn {
    const value = this.virtual(table, rowAlias, column, [])
    const { output, many } = value
    if (output.size > formulaLimits.statementCharacters || output.depth > formulaLimits.statementDepth)
      throw new FormulaProblem('tooComplex', { from: 0, to: 0 })
    return named(column, value, many && this.manyValues(many))
  }

  private manyValues({ tables, conditions, item }: Many): ManyValues {
    return {
      tables: join(tables, ', '),
      condition: sql`(${join(conditions, ' AND ')})`,
      item: named({ id: item.column.name, title: item.column.title }, item),
    }
  }

  /** Returns a column of a table by its identity, for the row with this alias. */
  private byIdentity(table: Table, alias: string, identity: string, path: readonly Step[]): Value {
    const stored = table.columns.find(({ name }) => name === identity)
    if (stored) return this.stored(alias, stored)
    const virtual = table.virtualColumns.find(({ id }) => id === identity)
    if (!virtual || virtual.kind === 'link') throw new Broken('columnGone', { column: identity })
    try {
      return this.virtual(table, alias, virtual, path)
    } catch (error) {
      // The position of a problem belongs to the other column's formula.
      if (!(error instanceof FormulaProblem)) throw error
      const path = error.code === 'cycle' ? error.params['path'] : undefined
      throw path === undefined
        ? new Broken('columnBroken', { column: virtual.title })
        : new Broken('circle', { path: String(path) })
    }
  }

  private stored(alias: string, column: Column): Value {
    const { formula } = this.dialect
    const name = this.name(alias, column.name)
    const type = formula.typeOf(column)
    return {
      column,
      isStored: true,
      output: name,
      value: name,
      expression: { sql: formula.column(name, column), type, range: formula.range(column) },
    }
  }

  private virtual(table: Table, alias: string, column: VirtualColumn, path: readonly Step[]): Value {
    if (path.some((step) => step.table === table && step.column === column)) {
      const circle = [...path.slice(path.findIndex((step) => step.column === column)).map(titleOf), column.title]
      throw new Broken('circle', { path: circle.join(' → ') })
    }
    const further = [...path, { table, column }]
    // A column that several others use is built once per row alias.
    const key = `${alias} ${table.name} ${column.id}`
    const known = this.known.get(key) ?? this.computedFrom(table, alias, column, further)
    this.known.set(key, known)
    return known
  }

  private computedFrom(table: Table, alias: string, column: VirtualColumn, further: readonly Step[]): Value {
    switch (column.kind) {
      case 'formula':
        return this.formula(table, alias, column.formula, further)
      case 'count':
        return this.count(this.follow(table, alias, column.linkId))
      case 'lookup': {
        const hop = this.follow(table, alias, column.linkId)
        return this.lookup(hop, this.byIdentity(hop.related, hop.alias, column.column, further))
      }
      case 'rollup': {
        const hop = this.follow(table, alias, column.linkId)
        return this.rollup(hop, this.byIdentity(hop.related, hop.alias, column.column, further), column.function)
      }
      case 'link':
        throw new Broken('columnGone', { column: column.title })
    }
  }

  /**
   * Checks an unsaved formula and reports problems with their position.
   *
   * @param identityOf  resolves a name in the formula to a column
   * @param self  the column of the formula
   * @throws FormulaProblem
   */
  check(table: Table, text: string, identityOf: (name: string) => string | undefined, self: VirtualColumn): Value {
    return this.formula(table, rowAlias, text, [{ table, column: self }], identityOf)
  }

  private formula(
    table: Table,
    alias: string,
    text: string,
    path: readonly Step[],
    identityOf?: (name: string) => string | undefined,
  ): Value {
    const { formula } = this.dialect
    const node = parseFormula(text)
    const values = new Map<string, Value>()
    for (const { title, span } of columnsIn(node)) {
      // Stored formulas have column names in braces, so a bare TRUE isn't a column.
      const isTruth = text.charAt(span.from) !== '{' && /^(true|false)$/i.test(title)
      const identity = identityOf ? identityOf(title) : isTruth ? undefined : title
      if (identity === undefined || values.has(title)) continue
      values.set(
        title,
        atPlace(span, () => this.byIdentity(table, alias, identity, path)),
      )
    }
    const columns = [...values].map(([name, { expression }]): FormulaColumn => ({
      name,
      title: name,
      type: expression.type,
    }))
    const expression = emitFormula(formula, checkFormula(node, columns), {
      column: (name) => {
        const value = values.get(name)
        if (!value) throw new Error(`The formula was checked without the column ${name}`)
        return value.expression
      },
      recordId: this.recordId(table, alias),
    })
    const isUrl = node.kind === 'call' && node.name.toUpperCase() === 'URL'
    return this.computed(expression, isUrl ? typeFor.address : uiTypeOf(expression.type))
  }

  private computed(expression: Expression, uiType: UiType, options: Column['options'] = {}): Value {
    return {
      column: resultColumn(uiType, this.dialect.formula.typeNames[expression.type], options),
      isStored: false,
      output: this.dialect.formula.output(expression),
      value: expression.sql,
      expression,
    }
  }

  /** Joins the values of a composite key as in row paths. */
  private recordId(table: Table, alias: string): Fragment {
    const { formula } = this.dialect
    const keys = table.columns
      .filter(({ name }) => table.primaryKey.includes(name))
      .toSorted((a, b) => table.primaryKey.indexOf(a.name) - table.primaryKey.indexOf(b.name))
      .map((column): Expression => ({ sql: formula.text(this.name(alias, column.name), column), type: 'text' }))
    const separator: Expression = { sql: raw(`'___'`), type: 'text', filled: true }
    const parts = keys.flatMap((key, at) => (at === 0 ? [key] : [separator, key]))
    return parts.length === 0 ? formula.literal('', 'text') : formula.operators.join(parts, true)
  }

  private follow(table: Table, alias: string, linkId: string): Hop {
    const link = linkOf(table, linkId)
    if (!link) throw new Broken('linkGone', {})
    const related = this.tables.get(link.relatedTable)
    const through = link.through && this.tables.get(link.through.table)
    if (!related || (link.through && !through))
      throw new Broken('tableGone', { table: related ? (link.through?.table ?? '') : link.relatedTable })
    return this.hop(link, alias, related, through)
  }

  private hop(link: Link, from: string, related: Table, through: Table | undefined): Hop {
    const to = this.newAlias()
    const source = (name: string, alias: string): Fragment =>
      sql`${this.rows.get(name) ?? raw(this.dialect.quote(name))} AS ${raw(this.dialect.quote(alias))}`
    const isUnique = link.relatedColumns.join('\n') === related.primaryKey.join('\n')
    const order = isUnique ? [] : related.primaryKey.map((name) => this.name(to, name))
    const base = { link, related, alias: to, order }
    const found = link.through ? through : related
    const leading = link.through ? link.through.columns : link.relatedColumns
    this.bounded &&= found !== undefined && isIndexed(found, leading)
    if (link.through) this.bounded &&= isIndexed(related, link.relatedColumns)
    if (!link.through)
      return {
        ...base,
        tables: [source(link.relatedTable, to)],
        conditions: this.pairs(to, link.relatedColumns, from, link.columns),
      }
    const via = this.newAlias()
    return {
      ...base,
      tables: [source(link.through.table, via), source(link.relatedTable, to)],
      conditions: [
        ...this.pairs(via, link.through.columns, from, link.columns),
        ...this.pairs(to, link.relatedColumns, via, link.through.relatedColumns),
      ],
    }
  }

  private pairs(left: string, leftNames: readonly string[], right: string, rightNames: readonly string[]): Fragment[] {
    return leftNames.map((name, at) => sql`${this.name(left, name)} = ${this.name(right, rightNames[at] ?? '')}`)
  }

  private name(alias: string, name: string): Fragment {
    if (alias === rowAlias) this.needs.add(name)
    return raw(`${this.dialect.quote(alias)}.${this.dialect.quote(name)}`)
  }

  private newAlias(): string {
    this.aliases += 1
    return `~${this.aliases}`
  }

  private count({ tables, conditions }: Hop): Value {
    const { aggregates } = this.dialect.formula
    const one: Expression = { sql: raw('1'), type: 'number', filled: true }
    const counted = sql`(SELECT ${aggregates.count(one)} FROM ${join(tables, ', ')} WHERE ${join(conditions, ' AND ')})`
    return this.computed({ sql: counted, type: 'number', filled: true, range: { least: 1, most: 1e15 } }, typeFor.whole)
  }

  private rollup(hop: Hop, target: Value, name: RollupFunction): Value {
    const { aggregates, convert, linked } = this.dialect.formula
    const { tables, conditions, item } = flattened(hop, target)
    const type = rollupType(name, item.expression.type)
    if (!type) throw new Broken('notNumbers', { column: item.column.title })
    const isSum = type === 'number' && item.expression.type === 'boolean'
    const value: Expression = isSum
      ? { ...item.expression, sql: convert(item.expression, 'number'), type }
      : item.expression
    const from = sql`${join(tables, ', ')} WHERE ${join(conditions, ' AND ')}`
    const counted =
      linked.aggregated?.(value, from, aggregates[name]) ?? sql`(SELECT ${aggregates[name](value)} FROM ${from})`
    const expression: Expression = { sql: counted, type }
    const { uiType, options } = item.column
    if (name.startsWith('count')) return this.computed(expression, typeFor.whole)
    // The maximum of prices is a price, and so is their sum.
    const keeps = name === 'min' || name === 'max' || additive.includes(columnType(uiType).unit)
    return keeps && !hasRole({ uiType }, 'key', 'reference', 'counter')
      ? this.computed(expression, uiType, options)
      : this.computed(expression, uiTypeOf(type))
  }

  private lookup(hop: Hop, target: Value): Value {
    const { linked } = this.dialect.formula
    if (hop.link.kind === 'belongsTo' && !target.many) {
      const first = (expression: Fragment): Fragment =>
        linked.first({ ...queryOf({ ...hop, item: target }), expression })
      return {
        column: target.column,
        isStored: target.isStored,
        output: first(target.output),
        value: first(target.value),
        expression: { ...target.expression, sql: first(target.expression.sql), filled: false },
      }
    }
    const many = flattened(hop, target)
    const joined = linked.joined({ ...queryOf(many), ...this.textOf(many.item) })
    return {
      column: resultColumn(typeFor.longText, this.dialect.formula.typeNames.text, {}),
      isStored: false,
      output: linked.list(queryOf(many)),
      value: joined,
      expression: { sql: joined, type: 'text' },
      many,
    }
  }

  /** Returns a value for joining as text: texts as stored, others in the format of formulas. */
  private textOf({ isStored, column, expression }: Value): Partial<LinkedQuery> {
    const { typeOf, output } = this.dialect.formula
    if (isStored && typeOf(column) === 'text') return {}
    const { type } = expression
    const isMoment = type === 'date' || type === 'dateTime'
    return {
      expression: isMoment ? output(expression) : expression.sql,
      type: isMoment ? 'text' : type,
      column: undefined,
    }
  }
}
