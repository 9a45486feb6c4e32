import { describe, expect, it } from 'vitest'
import { plainDefault } from '@main/features/tables/columns/plain-default'

describe('The value of a default that a database has written as SQL', () => {
  it.each([
    [null, null],
    ['NULL', null],
    ["'open'", 'open'],
    ["'it''s'", "it's"],
    ["('open')", 'open'],
    ["N'öffnen'", 'öffnen'],
    ["'open'::character varying", 'open'],
    ["'{}'::text[]", '{}'],
    ['((7))', '7'],
    ['-1.50', '-1.50'],
    ["'7'::numeric(10,2)", '7'],
    ['true', '1'],
    ['FALSE', '0'],
    ['CURRENT_TIMESTAMP', 'CURRENT_TIMESTAMP'],
    ['now()', 'CURRENT_TIMESTAMP'],
    ['(getdate())', 'CURRENT_TIMESTAMP'],
    ['current_timestamp(3)', 'CURRENT_TIMESTAMP'],
    ['CURRENT_DATE', 'CURRENT_DATE'],
  ])('%s is %s', (sql, value) => expect(plainDefault(sql)).toBe(value))

  it.each(['gen_random_uuid()', "nextval('a_seq'::regclass)", '(1) + (2)', "'a' || 'b'", 'random()'])(
    '%s is computed, and cannot be written again as a value',
    (sql) => expect(plainDefault(sql)).toBeUndefined(),
  )
})
