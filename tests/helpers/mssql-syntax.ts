import parserPackage from 'node-sql-parser/build/transactsql.js'
import { expect as plainExpect } from 'vitest'

/*
 * Parses statements for SQL Server. The tests have no server, and comparing texts finds no missing bracket.
 */

/** Valid syntax that the parser doesn't know, rewritten to similar syntax that it does. */
interface Gap {
  readonly reason: string
  readonly pattern: RegExp
  readonly instead: string | ((found: string, ...groups: string[]) => string)
  /** A valid statement that needs the rewriting. */
  readonly example: string
}

export const gaps: readonly Gap[] = [
  {
    reason: 'a closing bracket in a name',
    pattern: /\[(?:[^\]]|\]\])*\]/g,
    instead: (name) => `${name.slice(0, -1).replaceAll(']]', '_')}]`,
    example: 'SELECT [a]]b] FROM [t]',
  },
  {
    reason: 'parameters in OFFSET and FETCH',
    pattern: /\bOFFSET @p\d+ ROWS FETCH NEXT @p\d+ ROWS ONLY/g,
    instead: 'OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY',
    example: 'SELECT [a] FROM [t] ORDER BY [a] OFFSET @p2 ROWS FETCH NEXT @p1 ROWS ONLY',
  },
  {
    reason: 'TRY_CAST and TRY_CONVERT',
    pattern: /\bTRY_(?=(?:CAST|CONVERT)\()/g,
    instead: '',
    example: 'SELECT TRY_CAST([a] AS float) FROM [t]',
  },
  {
    reason: 'DISTINCT before an expression, and in COUNT_BIG',
    pattern: /(?<=\b(?:COUNT_BIG|SUM|AVG|MIN|MAX)\()DISTINCT /g,
    instead: '',
    example: 'SELECT SUM(DISTINCT CAST([a] AS float)) FROM [t]',
  },
  {
    reason: 'COLLATE after an expression',
    pattern: / COLLATE \w+/g,
    instead: '',
    example: 'SELECT 1 FROM [t] WHERE (([a]) COLLATE DATABASE_DEFAULT) LIKE [b]',
  },
  {
    reason: 'the characters that TRIM removes, as a national text',
    pattern: /\bTRIM\(N'(?:[^']|'')*' FROM /g,
    instead: 'TRIM(',
    example: "SELECT TRIM(N' .' FROM [a]) FROM [t]",
  },
  {
    reason: 'hints of several words or kinds',
    pattern: / WITH \([A-Z]+(?:, [A-Z]+)*\)/g,
    instead: '',
    example: 'SELECT TOP (1) 1 FROM [t] WITH (TABLOCKX, HOLDLOCK)',
  },
  {
    reason: 'OUTPUT',
    pattern: / OUTPUT inserted\.\[[^\]]*\](?:, inserted\.\[[^\]]*\])*(?: INTO @\w+)?/g,
    instead: '',
    example: 'INSERT INTO [t] ([a]) OUTPUT inserted.[a] VALUES (@p1)',
  },
  {
    reason: 'actions of foreign keys',
    pattern:
      / FOREIGN KEY (\([^)]*\)) REFERENCES \[[^\]]*\] \([^)]*\) ON UPDATE (?:NO ACTION|CASCADE|SET NULL|SET DEFAULT) ON DELETE (?:NO ACTION|CASCADE|SET NULL|SET DEFAULT)/g,
    instead: ' UNIQUE $1',
    example:
      'ALTER TABLE [t] ADD CONSTRAINT [f] FOREIGN KEY ([a]) REFERENCES [u] ([b]) ON UPDATE NO ACTION ON DELETE CASCADE',
  },
  {
    reason: 'CASE of an expression in brackets',
    pattern: /\bCASE (?=\()/g,
    instead: 'CASE ABS',
    example: 'SELECT CASE (([a] + 1)) WHEN 1 THEN 2 END FROM [t]',
  },
  {
    reason: 'WITH VALUES after a default',
    pattern: / WITH VALUES\b/g,
    instead: '',
    example: 'ALTER TABLE [t] ADD [a] bigint NULL DEFAULT 3 WITH VALUES',
  },
  {
    reason: 'a row of defaults',
    pattern: / DEFAULT VALUES\b/g,
    instead: ' VALUES (1)',
    example: 'INSERT INTO [t] DEFAULT VALUES',
  },
  {
    reason: 'ESCAPE after a pattern that is an expression',
    pattern: / ESCAPE N?'.'/g,
    instead: '',
    example: "SELECT 1 FROM [t] WHERE [a] LIKE REPLACE(@p1, N'x', N'y') ESCAPE '!'",
  },
  {
    reason: 'dropping a constraint by name',
    pattern: / DROP CONSTRAINT /g,
    instead: ' DROP COLUMN ',
    example: 'ALTER TABLE [t] DROP CONSTRAINT [c]',
  },
  {
    reason: 'calls with arguments without names',
    pattern: /\bEXEC (?:\[[^\]]*\]|\w+) /g,
    instead: 'SELECT ',
    example: 'EXEC [p] @p1, @p2',
  },
  {
    reason: 'EXEC of a text after IF',
    pattern: /\bIF (@\w+) IS NOT NULL EXEC \(\1\)/g,
    instead: 'SELECT $1',
    example: 'IF @drop IS NOT NULL EXEC (@drop); ALTER TABLE [t] DROP COLUMN [a]',
  },
  {
    reason: 'SET IDENTITY_INSERT with a name in brackets',
    pattern: /\bSET IDENTITY_INSERT (\[[^\]]*\]) (?:ON|OFF)\b/g,
    instead: 'DELETE FROM $1',
    example: 'SET IDENTITY_INSERT [t] ON; INSERT INTO [t] ([a]) VALUES (@p1); SET IDENTITY_INSERT [t] OFF',
  },
]

const parser = new parserPackage.Parser()

/** @throws Error with the place and the statement */
export function parseWithoutGaps(sql: string): void {
  try {
    parser.astify(sql, { database: 'TransactSQL' })
  } catch (error) {
    const offset = (error as { location?: { start?: { offset?: number } } }).location?.start?.offset ?? 0
    const place = `${sql.slice(Math.max(0, offset - 60), offset)} ⟶ ${sql.slice(offset, offset + 60)}`
    throw new Error(`This is no T-SQL: ${place}\nin ${sql}`, { cause: error })
  }
}

const parsed = new Set<string>()

/** Parses one or several statements for SQL Server. @throws Error with the place and the statement */
export function parseTsql(sql: string): void {
  if (parsed.has(sql)) return
  parseWithoutGaps(gaps.reduce((text, { pattern, instead }) => text.replaceAll(pattern, instead as string), sql))
  parsed.add(sql)
}

const statement = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|CREATE|ALTER|DROP|IF|DECLARE|SET|EXEC|TRUNCATE)\b/
/** Texts that only stand for a statement. */
const isShortened = (text: string): boolean => text.includes('…')

function statementsIn(value: unknown): string[] {
  if (typeof value === 'string') return statement.test(value) && !isShortened(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(statementsIn)
}

/** `expect` of vitest that also parses every statement in the value. For tests that compare texts for SQL Server. */
export const expect = new Proxy(plainExpect, {
  apply: (target, self, given: Parameters<typeof plainExpect>) => {
    for (const sql of statementsIn(given[0])) parseTsql(sql)
    return Reflect.apply(target, self, given) as unknown
  },
})
