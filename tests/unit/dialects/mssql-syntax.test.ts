import { gaps, parseTsql, parseWithoutGaps } from '@tests/helpers/mssql-syntax'
import { describe, expect, it } from 'vitest'

describe('the parser of SQL Server statements', () => {
  it.each([
    'SELECT [a] FROM [t',
    'SELECT [a], FROM [t]',
    'SELECT [a] [b] [c] FROM [t]',
    'SELECT (([a] + 1) FROM [t]',
    'SELECT [a] FROM [t] WHERE [a] = 1 WHERE [b] = 2',
    'SELECT [a] FROM [t] WHERE [a] = AND [b] = 2',
    'SELECT [a] FROM [t] OFFSET @p2 ROWS FETCH NEXT @p1 ROWS ONLY ORDER BY [a]',
    'SELECT CASE WHEN [a] = 1 THEN 2 FROM [t]',
    "SELECT N'it's' FROM [t]",
    'INSERT INTO [t] ([a] VALUES (@p1)',
    'UPDATE [t] SET [a] = @p1, WHERE [b] = 1',
    'DELETE [t] FROM WHERE [a] = 1',
    'CREATE TABLE [t] ([a] bigint NOT NULL,, [b] bit)',
  ])('rejects %s', (sql) => {
    expect(() => parseTsql(sql)).toThrow('This is no T-SQL')
  })

  it.each(gaps.map(({ reason, example }) => [reason, example]))('still needs help with %s', (_reason, example) => {
    expect(() => parseWithoutGaps(example)).toThrow('This is no T-SQL')
    expect(() => parseTsql(example)).not.toThrow()
  })
})
