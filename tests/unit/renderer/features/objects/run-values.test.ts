import { expect, it } from 'vitest'
import { argumentsOf, cellText, columnsOf } from '@renderer/features/objects/run-values'
import { viewStatement } from '@renderer/features/objects/view-statement'

it('passes typed arguments as texts, and NULL as null', () => {
  expect(
    argumentsOf([
      { text: '2', isNull: false },
      { text: 'ignored', isNull: true },
      { text: '', isNull: false },
    ]),
  ).toEqual(['2', null, ''])
})

it('shows every column of a result, and values as text', () => {
  expect(columnsOf([{ a: 1 }, { b: 2, a: 3 }])).toEqual(['a', 'b'])
  expect([null, undefined, 'x', 1.5, true, { a: [1] }].map(cellText)).toEqual([
    'NULL',
    'NULL',
    'x',
    '1.5',
    'true',
    '{"a":[1]}',
  ])
})

it('makes a view of a typed SELECT, and leaves a typed CREATE VIEW alone', () => {
  expect(viewStatement('SELECT 1')).toBe('CREATE VIEW new_view AS SELECT 1')
  expect(viewStatement(' create view a (b) as select 1')).toBe(' create view a (b) as select 1')
})
