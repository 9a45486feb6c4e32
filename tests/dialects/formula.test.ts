import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import {
  checkFormula,
  evaluateFormula,
  FormulaProblem,
  numberText,
  parseFormula,
  type FormulaRow,
  type FormulaType,
  type FormulaValue,
  type TypedFormula,
} from '@common/formula'
import type { Column } from '@common/model'
import type { Database } from '@main/db/database'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { emitFormula, type FormulaScope } from '@main/db/formula-sql'
import { raw, write } from '@main/db/sql-fragment'
import { mssqlDialect } from '@main/db/dialects/mssql'
import { openMssql } from '@main/db/dialects/mssql/connection'
import { settingsOfUrl as mssqlSettingsOfUrl } from '@main/db/dialects/mssql/options'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestMssql, mssqlUrlVariable } from '@tests/helpers/mssql'
import { parseTsql } from '@tests/helpers/mssql-syntax'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { openTestDatabase } from '@tests/helpers/test-database'
import { caseColumns, caseRows, formulaCases } from './formula-cases'
import { temporaryFolder } from './sqlite-files'

/** A database that holds the table of the cases. */
interface Engine {
  readonly database: Database
  readonly close: () => Promise<void>
}

const uiTypes = {
  number: 'Decimal',
  text: 'LongText',
  boolean: 'Checkbox',
  date: 'Date',
  dateTime: 'DateTime',
} as const

/** Opens an engine and fills its table. */
async function withRows(database: Database, types: Readonly<Record<string, string>>): Promise<void> {
  const { quote, placeholder } = database.dialect
  const columns = caseColumns.map(({ name }) => `${quote(name)} ${types[name]}`)
  await database.changeSchema([
    { sql: `CREATE TABLE cases (id integer PRIMARY KEY, ${columns.join(', ')})`, params: [] },
  ])
  const places = caseColumns.map((_, at) => placeholder(at + 2)).join(', ')
  const bindable = (value: FormulaValue): StoredValue =>
    typeof value === 'boolean' && !database.dialect.capabilities.booleanType ? Number(value) : value
  await database.transact([
    {
      sql: `INSERT INTO cases VALUES (${placeholder(1)}, ${places})`,
      params: [],
      batch: caseRows.map((row, at) => [at + 1, ...row.map(bindable)]),
    },
  ])
}

/** @param exceptions  limits of the engine: formulas that it rejects, and texts of numbers too large for it */
function runFormulaCases(
  open: () => Promise<Engine>,
  types: Readonly<Record<string, string>>,
  exceptions: { readonly refused?: readonly string[]; readonly numberText?: (text: string) => string } = {},
): void {
  let engine: Engine
  beforeAll(async () => {
    engine = await open()
    await withRows(engine.database, types)
  })
  afterAll(() => engine.close())

  const nested = (depth: number, open: string, close: string, inner = '{Num}'): string =>
    open.repeat(depth) + inner + close.repeat(depth)
  it.each([
    ['calls in calls', nested(95, 'ABS(', ')')],
    ['choices in choices', nested(95, 'IF({Flag}, {Int}, ', ')')],
    ['rounding of rounding', nested(95, 'ROUND(', ', 2)')],
    ['divisions of divisions', nested(95, '(2 / ', ')')],
    ['products of products', nested(95, '({Num} * ', ')')],
    ['rests of rests', nested(95, 'MOD(100, ', ')')],
    ['texts of numbers of texts', nested(40, 'VALUE("1" & ', ')')],
    ['dates of dates', nested(40, 'DATEADD(', ', 1, "months")', '{Day}')],
    ['powers of powers', nested(60, 'POWER(1.01, ', ')')],
    ['a sum of many', `SUM(${Array.from({ length: 800 }, () => '{Int}').join(', ')})`],
    ['a row of many', Array.from({ length: 2_000 }, () => '{Text}').join(' & ')],
    ['many conditions', Array.from({ length: 1_000 }, (_, at) => `{Int} = ${at}`).join(' || ')],
    ['many cases', `SWITCH({Int}, ${Array.from({ length: 700 }, (_, at) => `${at}, "${at}"`).join(', ')})`],
  ])('%s are computed, or are too complex: never a fault of the database', async (_what, text) => {
    await expect(valuesOf(text).catch(refusal)).resolves.toBeDefined()
  })

  const scope = (): FormulaScope => scopeOf(engine.database, types)
  const valuesOf = async (text: string): Promise<StoredValue[]> => {
    const { dialect } = engine.database
    const typed = checkFormula(parseFormula(text), caseColumns)
    const params: StoredValue[] = []
    const bind = (value: StoredValue): string => dialect.placeholder(params.push(value))
    const expression = write(dialect.formula.output(emitFormula(dialect.formula, typed, scope())), bind)
    const rows = await engine.database.read({ sql: `SELECT ${expression} FROM cases ORDER BY id`, params })
    return rows.map(([value = null]) => value)
  }
  const refusal = (error: unknown): string => {
    if (error instanceof FormulaProblem) return error.code
    throw error
  }

  it.each(formulaCases.map(([formula]) => formula))('%s', async (text) => {
    const typed = checkFormula(parseFormula(text), caseColumns)
    if (exceptions.refused?.includes(text) === true) {
      await expect(valuesOf(text).catch(refusal)).resolves.toBe('notSupported')
      return
    }
    const plain = exceptions.numberText ?? ((written: string) => written)
    const values = await valuesOf(text)
    expect(values.map((value) => shown(typeof value === 'string' ? plain(value) : value, typed.type))).toEqual(
      expectedOf(typed),
    )
  })
}

function scopeOf({ dialect }: Pick<Database, 'dialect'>, types: Readonly<Record<string, string>>): FormulaScope {
  const { formula } = dialect
  return {
    column: (name) => {
      const { type } = caseColumns.find((column) => column.name === name) ?? { type: 'text' as const }
      const column = { name, uiType: uiTypes[type], nativeType: types[name] ?? '' } as Column
      return {
        sql: formula.column(raw(dialect.quote(name)), column),
        type: formula.typeOf(column),
        range: formula.range(column),
      }
    },
    recordId: formula.text(raw('id'), { name: 'id', uiType: 'Number', nativeType: 'integer' } as Column),
  }
}

/** Returns numbers to 12 digits, and booleans independent of the engine's storage. */
function shown(value: StoredValue, type: FormulaType): unknown {
  if (value === null) return null
  if (type === 'boolean') return value === true || value === 1
  if (typeof value !== 'number' && typeof value !== 'bigint') return value
  const number = Number(value)
  // A tiny number is 0 on engines without smaller numbers.
  return Math.abs(number) < 1e-290 ? 0 : Number(number.toPrecision(12))
}

function rowOf(values: readonly FormulaValue[]): FormulaRow {
  return Object.fromEntries(caseColumns.map(({ name }, at) => [name, values[at] ?? null]))
}

function expectedOf(typed: TypedFormula): unknown[] {
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
  return caseRows.map((row, at) =>
    shown(evaluateFormula(typed, rowOf(row), { now, recordId: String(at + 1) }), typed.type),
  )
}

describe('formulas in plain code', () => {
  it.each(formulaCases.filter((entry) => entry.length > 1).map(([text, first]) => ({ text, first })))(
    '$text',
    ({ text, first }) => {
      const typed = checkFormula(parseFormula(text), caseColumns)
      expect(expectedOf(typed)[0]).toEqual(shown(first ?? null, typed.type))
    },
  )
})

describe('formulas in SQLite', () => {
  const folder = temporaryFolder()
  runFormulaCases(
    async () => {
      new Sqlite(folder.file('cases.sqlite')).exec('VACUUM').close()
      const database = await openTestDatabase(folder.file('cases.sqlite'))
      return { database, close: async () => (await database.close(), folder.remove()) }
    },
    { n: 'double', i: 'integer', d: 'decimal', t: 'varchar', u: 'text', b: 'boolean', day: 'date', at: 'datetime' },
  )
})

describe.skipIf(!(await hasPostgres()))('formulas in PostgreSQL', () => {
  runFormulaCases(
    async () => {
      const server = await createTestPostgres("TEMPLATE template0 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'")
      const database = await openPostgres({ url: server.url })
      return { database, close: async () => (await database.close(), await server.drop()) }
    },
    {
      n: 'double precision',
      i: 'bigint',
      d: 'numeric(20,4)',
      t: 'character varying',
      u: 'text',
      b: 'boolean',
      day: 'date',
      at: 'timestamp with time zone',
    },
  )
})

describe.skipIf(!(await hasMariadb()))('formulas in MariaDB', () => {
  runFormulaCases(
    async () => {
      const server = await createTestMariadb('CHARACTER SET utf8mb4')
      const database = await openMysql({ settings: settingsOfUrl(server.url) })
      return { database, close: async () => (await database.close(), await server.drop()) }
    },
    {
      n: 'double',
      i: 'bigint',
      d: 'decimal(20,4)',
      t: 'varchar(255)',
      u: 'longtext',
      b: 'tinyint(1)',
      day: 'date',
      at: 'datetime(6)',
    },
    {
      refused: ['REGEX_MATCH({Text}, "(a|aa)+$") & ""', 'REGEX_MATCH(REPEAT("a", 3000) & "b", "^(a+)+$")'],
      // From 1e34 on and below 1e-15 it writes an exponent.
      numberText: (text) => (/^-?\d(\.\d+)?e[+-]?\d+$/.test(text) ? numberText(Number(text)) : text),
    },
  )
})

const mssqlTypes = {
  n: 'float',
  i: 'bigint',
  d: 'decimal(20,4)',
  t: 'nvarchar(255)',
  u: 'nvarchar(max)',
  b: 'bit',
  day: 'date',
  at: 'datetime2(7)',
}
/** The server has no regular expressions. */
const mssqlRefused = formulaCases.map(([formula]) => formula).filter((formula) => formula.includes('REGEX_'))

it('formulas are T-SQL in SQL Server', () => {
  const scope = scopeOf({ dialect: mssqlDialect }, mssqlTypes)
  for (const [text] of formulaCases) {
    if (mssqlRefused.includes(text)) continue
    const typed = checkFormula(parseFormula(text), caseColumns)
    let params = 0
    const bind = (): string => mssqlDialect.placeholder((params += 1))
    const expression = write(mssqlDialect.formula.output(emitFormula(mssqlDialect.formula, typed, scope)), bind)
    const statement = `SELECT ${expression} FROM cases ORDER BY id`
    expect(() => parseTsql(statement), text).not.toThrow()
  }
})

describe.skipIf(process.env[mssqlUrlVariable] === undefined)('formulas in SQL Server', () => {
  runFormulaCases(
    async () => {
      const server = await createTestMssql()
      const database = await openMssql({ settings: mssqlSettingsOfUrl(server.url) })
      return { database, close: async () => (await database.close(), await server.drop()) }
    },
    mssqlTypes,
    {
      refused: mssqlRefused,
      // From 1e37 on and below 1e-15 it writes an exponent.
      numberText: (text) => (/^-?\d(\.\d+)?e[+-]?\d+$/.test(text) ? numberText(Number(text)) : text),
    },
  )
})
