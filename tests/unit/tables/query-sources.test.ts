import { describe, expect, it } from 'vitest'
import type { TableSummary } from '@common/model'
import { dialectOf as mysqlDialectOf } from '@main/db/dialects/mysql'
import { serverVersion } from '@main/db/dialects/mysql/flavour'
import { postgresDialect } from '@main/db/dialects/postgres'
import { sqliteDialect } from '@main/db/dialects/sqlite'
import { sourcesOf } from '@main/features/tables/query-tables/sources'

const table = (name: string, type: TableSummary['type'] = 'table'): TableSummary => ({
  name,
  title: name,
  type,
  order: 1,
})
const tables = [table('sale'), table('Person'), table('odd"name'), table('seen', 'view')]

describe.each([
  ['SQLite', sqliteDialect],
  ['PostgreSQL', postgresDialect],
  ['MySQL', mysqlDialectOf(serverVersion('8.0.36'))],
] as const)('sources of a query on %s', (name, dialect) => {
  const { quote } = dialect
  const hasFunctions = name !== 'SQLite'

  it.each([
    ['SELECT count(*), sum(price) FROM sale', ['sale']],
    ['select * from SALE s join person as p on (p.id = s.person)', ['Person', 'sale']],
    ['WITH big AS (SELECT id FROM sale WHERE price IN (1, 2)) SELECT * FROM big', ['sale']],
    [`SELECT * FROM ${quote('sale')} -- person`, ['sale']],
    [`SELECT * FROM ${quote('odd"name')}`, ['odd"name']],
    ["SELECT 'person' AS word, CAST(price AS decimal(10, 2)) FROM sale WHERE EXISTS (SELECT 1)", ['sale']],
    ['SELECT row_number() OVER (ORDER BY id) FROM sale', ['sale']],
  ])('are known: %s', (sql, sources) => {
    expect(sourcesOf(sql, dialect, tables)).toEqual(sources)
  })

  it.each(['SELECT a.id, b.id FROM sale a, person b', 'SELECT * FROM (SELECT id, price FROM sale) s, person'])(
    'are known in lists: %s',
    (sql) => {
      expect(sourcesOf(sql, dialect, tables)).toEqual(['Person', 'sale'])
    },
  )

  // The query then reloads with every table.
  it.each([
    'SELECT * FROM (sale s JOIN person p ON p.id = s.person AND p.id IN (1, 2))',
    'SELECT * FROM sale LEFT JOIN person USING (id, name) WHERE sale.id IN (1, 2) ORDER BY name, price',
    'SELECT trim(BOTH FROM name) FROM sale JOIN person ON true',
  ])('are not known, and not guessed wrong: %s', (sql) => {
    expect(sourcesOf(sql, dialect, tables)).toBeUndefined()
  })

  it.each([
    'SELECT 1',
    'SELECT * FROM seen',
    'SELECT * FROM sale JOIN seen ON true',
    'SELECT * FROM elsewhere',
    'SELECT * FROM sale JOIN elsewhere ON true',
    'SELECT * FROM sale, elsewhere',
    'SELECT * FROM sale JOIN other.person ON true',
    'SELECT * FROM sale JOIN person ON sale.id = person.id, other.thing',
    "SELECT * FROM sale, 'person'",
    'SELECT * FROM sale JOIN 2024_sales ON true',
    'SELECT * FROM (SELECT * FROM sale) s JOIN elsewhere ON true',
  ])('are not known: %s', (sql) => {
    expect(sourcesOf(sql, dialect, tables)).toBeUndefined()
  })

  it
    .skipIf(!hasFunctions)
    .each([
      'SELECT taxed(price) FROM sale',
      'SELECT app.count(price) FROM sale',
      `SELECT ${quote('count')}(price) FROM sale`,
    ])('are not known with functions of users: %s', (sql) => {
    expect(sourcesOf(sql, dialect, tables)).toBeUndefined()
  })
})

it('are not known if a name is escaped', () => {
  const sql = String.raw`SELECT * FROM sale, U&"\0050erson"`
  expect(sourcesOf(sql, postgresDialect, tables)).toBeUndefined()
})
