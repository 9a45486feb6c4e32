import { describe, expect, it } from 'vitest'
import { isSeveral } from '@main/db/dialects/postgres/routines'
import { parseCreated, tableOfTrigger } from '@main/features/tables/objects/parse-created'

describe('the CREATE statement of a user', () => {
  it.each([
    ['CREATE FUNCTION f(a int) RETURNS int', { name: 'f', isQuoted: false, rest: '(a int) RETURNS int' }],
    [
      '-- a note\n/* and ; one */ create or replace function "F ""x"""() x;',
      { name: 'F "x"', isQuoted: true, rest: '() x' },
    ],
    ['CREATE FUNCTION other.f() x ; ;\n', { name: 'f', isQuoted: false, rest: '() x' }],
    ['CREATE FUNCTION "other" . `f`() x', { name: 'f', isQuoted: true, rest: '() x' }],
    ['CREATE OR ALTER FUNCTION [f x](@a int) AS', { name: 'f x', isQuoted: true, rest: '(@a int) AS' }],
  ])('%j is read', (text, created) => {
    expect(parseCreated('function', text)).toEqual(created)
  })

  it.each([
    'DROP FUNCTION f',
    'CREATE PROCEDURE f()',
    'CREATE FUNCTION',
    'CREATE FUNCTION a.b.c()',
    'SELECT 1; CREATE FUNCTION f()',
    'CREATE DEFINER=root@localhost FUNCTION f()',
    'CREATE FUNCTION f() SELECT * FROM nc_projects_users',
    'CREATE FUNCTION f() SELECT * FROM U&"\\006ec_users"',
    'CREATE FUNCTION f()\0',
  ])('%j is rejected', (text) => {
    expect(() => parseCreated('function', text)).toThrow()
  })

  it.each([
    ['CREATE TRIGGER a AFTER UPDATE ON things BEGIN END', 'things'],
    ['CREATE TRIGGER a AFTER UPDATE OF b ON public."The things" FOR EACH ROW', 'The things'],
    ['CREATE TRIGGER a ON [x y] AFTER UPDATE AS', 'x y'],
    ['CREATE TRIGGER a AFTER UPDATE', ''],
  ])('%j is on the table %j', (text, table) => {
    expect(tableOfTrigger(parseCreated('trigger', text))).toBe(table)
  })
})

describe('several statements', () => {
  it.each([
    [`(a int) AS $$ SELECT 1; $$`, false],
    [`(a int) AS $x$ SELECT $$;$$; $x$ ;  -- end; of it`, false],
    [`(a int) AS 'SELECT '';'''`, false],
    [`(a int) AS E'SELECT \\'; '; DROP TABLE x`, true],
    [`(a int) BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; END`, false],
    [`(a int) BEGIN ATOMIC SELECT 1; END; SELECT 2`, true],
    [`(";" int) AS $$ $$; SELECT 2`, true],
  ])('%j: %s', (text, several) => {
    expect(isSeveral(text)).toBe(several)
  })
})
