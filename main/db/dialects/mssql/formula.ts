import { functionNames, FormulaProblem, type FormulaType, type TypedOperator } from '@common/formula'
import { rollupFunctions } from '@common/model/relations'
import type { FormulaSql } from '@main/db/formula-sql'
import { unknownRange } from '@main/db/number-range'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'

const typeNames: Readonly<Record<FormulaType, string>> = {
  number: 'float',
  text: 'nvarchar(max)',
  boolean: 'bit',
  date: 'date',
  dateTime: 'datetime2(7)',
}

/** NOT_SUPPORTED, written out: there is no server of this kind to try formulas on. */
const refuse = (name: string) => (): never => {
  throw new FormulaProblem('notSupported', { from: 0, to: 0 }, { name })
}

const operatorNames: readonly TypedOperator[] = [
  'negate',
  'not',
  'and',
  'or',
  'join',
  'add',
  'subtract',
  'multiply',
  'divide',
  'remainder',
  'equal',
  'notEqual',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
]
const every = <K extends string, V>(names: readonly K[], value: (name: K) => V): Readonly<Record<K, V>> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>

/** Formulas, lookups and rollups are refused on SQL Server, in words; links and rows are not. */
export const formula: FormulaSql = {
  typeNames,
  text: (expression) => sql`CONVERT(nvarchar(max), ${expression})`,
  typeOf: () => 'text',
  column: refuse('formula'),
  range: () => unknownRange,
  literal: refuse('formula'),
  blank: (type): Fragment => raw(`CAST(NULL AS ${typeNames[type]})`),
  convert: refuse('formula'),
  operators: every(operatorNames, refuse),
  functions: every(functionNames, () => (_args, context) => context.refuse()),
  output: refuse('formula'),
  aggregates: every(rollupFunctions, refuse),
  linked: { first: refuse('lookup'), list: refuse('lookup'), joined: refuse('lookup') },
}
