import { expect, it } from 'vitest'
import { mysql, postgres } from '@common/dialects'
import { classify, tableOfSelect } from '@common/sql'

it.each([
  ['SELECT 1', 'read', 'SELECT', false],
  ['(SELECT 1)', 'read', 'SELECT', false],
  ['/* DELETE */ SELECT 1 FOR UPDATE', 'read', 'SELECT', false],
  ['WITH a AS (SELECT 1) SELECT * FROM a FOR UPDATE', 'read', 'SELECT', false],
  ['WITH a AS (DELETE FROM b RETURNING *) SELECT * FROM a', 'write', 'DELETE', true],
  ['WITH a AS (SELECT 1) DELETE FROM b WHERE c IN (SELECT * FROM a)', 'write', 'DELETE', false],
  ['WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a', 'write', 'INSERT', false],
  ['SELECT a INTO b FROM c', 'write', 'SELECT INTO', false],
  ['UPDATE a SET b = 1', 'write', 'UPDATE', true],
  ['UPDATE a SET b = (SELECT c FROM d WHERE e = 1)', 'write', 'UPDATE', true],
  ['update a set b = 1 where c = 2', 'write', 'UPDATE', false],
  [`DELETE FROM "where"`, 'write', 'DELETE', true],
  ['DELETE FROM a -- WHERE b', 'write', 'DELETE', true],
  ['TRUNCATE a', 'schema', 'TRUNCATE', true],
  ['CREATE TABLE a (b int)', 'schema', 'CREATE', false],
  ['DROP TABLE a', 'schema', 'DROP', false],
  ['EXPLAIN DELETE FROM a', 'read', 'EXPLAIN', false],
  ['EXPLAIN (ANALYZE, BUFFERS) DELETE FROM a', 'write', 'DELETE', true],
  ['EXPLAIN ANALYZE SELECT 1', 'read', 'SELECT', false],
  ['BEGIN', 'session', 'BEGIN', false],
  ['SET a = 1', 'session', 'SET', false],
  ['', 'session', '', false],
] as const)('%s', (sql, kind, verb, writesAllRows) => {
  expect(classify(sql, postgres.syntax)).toEqual({ kind, verb, writesAllRows })
})

it('sees code in comments that the server runs', () => {
  expect(classify('/*!50000 DELETE */ FROM a', mysql.syntax)).toMatchObject({ kind: 'write', verb: 'DELETE' })
})

it.each([
  ['SELECT * FROM step', 'step'],
  ['SELECT * FROM ONLY step s WHERE a IN (SELECT b FROM c, d)', 'step'],
  ['SELECT * FROM "main"."Step one" AS s ORDER BY a', 'Step one'],
  ['SELECT (SELECT 1 FROM x), a FROM step', 'step'],
  ['SELECT * FROM step, note', undefined],
  ['SELECT * FROM step JOIN note ON true', undefined],
  ['SELECT * FROM (SELECT 1) s', undefined],
  ['SELECT a FROM step GROUP BY a', undefined],
  ['SELECT DISTINCT a FROM step', undefined],
  ['SELECT a FROM step UNION SELECT 1', undefined],
  ['WITH s AS (SELECT 1) SELECT * FROM s', undefined],
  ['SELECT 1', undefined],
])('the table of %s is %s', (sql, table) => {
  expect(tableOfSelect(sql, postgres.syntax)).toBe(table)
})
