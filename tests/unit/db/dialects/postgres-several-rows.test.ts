import { expect, it } from 'vitest'
import { severalRows } from '@main/db/dialects/postgres/several-rows'

it('An insert of single rows becomes inserts of several, with all of their values in order', () => {
  const sql = 'INSERT INTO "odd VALUES (" ("a", "b") VALUES ($1, $2)'
  expect(
    severalRows({
      sql,
      params: [],
      batch: [
        ['x', 1],
        ['y', null],
      ],
    }),
  ).toEqual([{ sql: 'INSERT INTO "odd VALUES (" ("a", "b") VALUES ($1, $2), ($3, $4)', params: ['x', 1, 'y', null] }])
  const counted = 'INSERT INTO "t" ("id") VALUES ($1) RETURNING CASE WHEN "id" > 0 THEN 1 END'
  const batch = Array.from({ length: 601 }, (_, at) => [at])
  const steps = severalRows({ sql: counted, params: [], batch }) ?? []
  expect(steps.map(({ params }) => params.length)).toEqual([250, 250, 101])
  expect(steps.flatMap(({ params }) => params)).toEqual(batch.flat())
  expect(steps[2]?.sql).toMatch(/^INSERT INTO "t" \("id"\) VALUES \(\$1\), .+, \(\$101\) RETURNING CASE/)
})

it('What is no insert of bound values stays as it is', () => {
  for (const sql of [
    'UPDATE "t" SET "a" = $1',
    'INSERT INTO "t" DEFAULT VALUES',
    'INSERT INTO "t" ("a") VALUES (now())',
  ])
    expect(severalRows({ sql, params: [], batch: [[1], [2]] })).toBeUndefined()
})
