import { describe, expect, it } from 'vitest'
import { mssql, mysql, postgres, sqlite } from '@common/dialects'
import { bindParameters, parameterNames, positionAt } from '@common/sql'

describe('parameters of a statement', () => {
  it.each([
    [postgres, 'SELECT :a, :b_2, :a', ['a', 'b_2']],
    [postgres, `SELECT a::int, ':b', ":c", x[1:n], $$ :d $$ -- :e`, []],
    [mysql, 'SET @a := 1; lbl:BEGIN SELECT :a', ['a']],
    [sqlite, `SELECT json_extract(x, '$.a:b') /* :c */, :d`, ['d']],
  ])('are found outside quotes, comments and operators: %#', (dialect, sql, names) => {
    expect(parameterNames(sql, dialect.syntax)).toEqual(names)
  })

  it.each([
    [postgres, 'SELECT $1, $2, $1', ['x', 7]],
    [mysql, 'SELECT ?, ?, ?', ['x', 7, 'x']],
    [sqlite, 'SELECT ?, ?, ?', ['x', 7, 'x']],
    [mssql, 'SELECT @p1, @p2, @p1', ['x', 7]],
  ])('become placeholders: %#', (dialect, sql, values) => {
    const bound = bindParameters('SELECT :one, :two, :one', dialect.syntax, { one: 'x', two: 7 })
    expect(bound).toMatchObject({ sql, values })
  })

  it('leave offsets of the statement as the user wrote it', () => {
    const sql = 'SELECT :first, wrong, :second, bad'
    const bound = bindParameters(sql, postgres.syntax, { first: 1, second: 2 })
    if ('missing' in bound) throw new Error('A value is missing')
    for (const word of ['SELECT', 'wrong', 'bad'])
      expect(bound.offsetOf(bound.sql.indexOf(word))).toBe(sql.indexOf(word))
  })

  it('without a value are named', () => {
    expect(bindParameters('SELECT :a, :b', postgres.syntax, { a: null })).toEqual({ missing: 'b' })
    expect(bindParameters('SELECT :toString', postgres.syntax, {})).toEqual({ missing: 'toString' })
  })

  it('have a line and a column', () => {
    expect(positionAt('SELECT\n  a,\n  b', 14)).toEqual({ line: 3, column: 3 })
    expect(positionAt('SELECT', 0)).toEqual({ line: 1, column: 1 })
  })
})
