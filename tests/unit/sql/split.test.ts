import { describe, expect, it } from 'vitest'
import { mssql, mysql, postgres, sqlite, type SqlSyntax } from '@common/dialects'
import { splitScript, statementAt } from '@common/sql'

const texts = (sql: string, { syntax }: { readonly syntax: SqlSyntax }): string[] =>
  splitScript(sql, syntax).map(({ text, from, to }) => {
    expect(sql.slice(from, to)).toBe(text)
    return text
  })

describe('a script', () => {
  it.each([
    ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['  -- first\n SELECT 1 /* ; */ ;;\n/* none */;SELECT 2 -- ;', ['SELECT 1', 'SELECT 2']],
    [`SELECT ';', 'it''s;', "a;""b"; SELECT 2`, [`SELECT ';', 'it''s;', "a;""b"`, 'SELECT 2']],
    ['', []],
    [' ; -- nothing', []],
    [`SELECT 'open ; SELECT 2`, [`SELECT 'open ; SELECT 2`]],
    ['\uFEFFSELECT 1', ['SELECT 1']],
  ])('is split at semicolons outside quotes and comments: %s', (sql, expected) => {
    for (const dialect of [sqlite, postgres, mysql]) expect(texts(sql, dialect)).toEqual(expected)
  })

  it.each([
    [sqlite, 'SELECT [a;b], `c;d`; SELECT 2', ['SELECT [a;b], `c;d`', 'SELECT 2']],
    [sqlite, "SELECT '\\'; SELECT 2", ["SELECT '\\'", 'SELECT 2']],
    [sqlite, 'SELECT 1 /* a /* b */; SELECT 2', ['SELECT 1', 'SELECT 2']],
    [
      sqlite,
      'CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 2 END; DELETE FROM c; END; SELECT 1',
      [
        'CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 2 END; DELETE FROM c; END',
        'SELECT 1',
      ],
    ],
    [postgres, 'SELECT $$a;b$$, $x$;$$;$x$; SELECT 2', ['SELECT $$a;b$$, $x$;$$;$x$', 'SELECT 2']],
    [postgres, "SELECT E'\\';'; SELECT '\\'; SELECT 3", ["SELECT E'\\';'", "SELECT '\\'", 'SELECT 3']],
    [postgres, 'SELECT 1 /* a /* ; */ ; */; SELECT 2', ['SELECT 1', 'SELECT 2']],
    [
      postgres,
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 2 END; END; SELECT 3',
      ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 2 END; END', 'SELECT 3'],
    ],
    [
      postgres,
      'CREATE RULE r AS ON UPDATE TO a DO (DELETE FROM b; SELECT 1); SELECT 2',
      ['CREATE RULE r AS ON UPDATE TO a DO (DELETE FROM b; SELECT 1)', 'SELECT 2'],
    ],
    [postgres, 'BEGIN; SELECT 1; END; SELECT 2', ['BEGIN', 'SELECT 1', 'END', 'SELECT 2']],
    [mysql, 'SELECT \'it\\\'s;\', "a\\";", `b;`; SELECT 2 # ;', ['SELECT \'it\\\'s;\', "a\\";", `b;`', 'SELECT 2']],
    [mysql, 'SELECT 5--1; SELECT 2 -- ;', ['SELECT 5--1', 'SELECT 2']],
    [
      mysql,
      'DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END//\nDELIMITER ;\nSELECT 2;',
      ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'SELECT 2'],
    ],
    [
      mysql,
      'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; CASE b WHEN 1 THEN SELECT 2; END CASE; END; SELECT 3',
      ['CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; CASE b WHEN 1 THEN SELECT 2; END CASE; END', 'SELECT 3'],
    ],
    [
      mysql,
      'CREATE PROCEDURE p() BEGIN WHILE a DO BEGIN SET a = CASE 1 WHEN 2 THEN 3 END; END; END WHILE; END; SELECT 3',
      ['CREATE PROCEDURE p() BEGIN WHILE a DO BEGIN SET a = CASE 1 WHEN 2 THEN 3 END; END; END WHILE; END', 'SELECT 3'],
    ],
    [mysql, '/*!50000 SELECT 1 */; SELECT /*! 2 */', ['/*!50000 SELECT 1 */', 'SELECT /*! 2 */']],
    [mysql, 'BEGIN; SELECT 1; COMMIT', ['BEGIN', 'SELECT 1', 'COMMIT']],
    [
      mysql,
      'BEGIN NOT ATOMIC SELECT 1; SELECT 2; END; SELECT 3',
      ['BEGIN NOT ATOMIC SELECT 1; SELECT 2; END', 'SELECT 3'],
    ],
    [mssql, 'DECLARE @a int = 1; SELECT @a\nGO\nSELECT 2\ngo', ['DECLARE @a int = 1; SELECT @a', 'SELECT 2']],
    [mssql, "SELECT 'a\nGO\nb'", ["SELECT 'a\nGO\nb'"]],
  ])('of one database is split by its rules: %#', (dialect, sql, expected) => {
    expect(texts(sql, dialect)).toEqual(expected)
  })

  it('has a statement at each offset', () => {
    const sql = 'SELECT 1;\n\nSELECT 2;\n'
    const statements = splitScript(sql, postgres.syntax)
    expect([0, 8, 9, 12, sql.length].map((offset) => statementAt(statements, offset)?.text)).toEqual([
      'SELECT 1',
      'SELECT 1',
      'SELECT 2',
      'SELECT 2',
      'SELECT 2',
    ])
    expect(statementAt([], 3)).toBeUndefined()
  })

  it('of a megabyte is split in time', () => {
    const sql = `INSERT INTO t VALUES (1, 'it''s', "b");\n`.repeat(25_000)
    expect(splitScript(sql, sqlite.syntax)).toHaveLength(25_000)
  })
})
