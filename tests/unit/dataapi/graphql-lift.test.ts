import { expect, it } from 'vitest'
import { liftPages } from '@main/dataapi/graphql/lift'

it.each<[string, string, Record<string, number>]>([
  [
    '{ BookList(limit: 25, offset: 50) { id } }',
    'query ($page0: Int, $page1: Int) { BookList(limit: $page0, offset: $page1) { id } }',
    { page0: 25, page1: 50 },
  ],
  [
    'query Find { BookList(offset:1) { id } }',
    'query Find ($page0: Int) { BookList(offset:$page0) { id } }',
    { page0: 1 },
  ],
])('page numbers become variables: %s', (query, text, variables) => {
  expect(liftPages(query)).toEqual({ text, variables })
})

it.each([
  '{ BookList { id } }',
  '{ BookList(where: "(limit: 3)", limit: 3) { id } }',
  'query ($n: Int) { BookList(limit: $n, offset: 3) { id } }',
  'mutation { BookCreate(data: { limit: 3 }) { id } }',
  'query Find($n: Int) { BookList(limit: 3) { id } }',
  '# limit: 3\n{ BookList(limit: 3) { id } }',
  '{ BookList(limit: 99999999999) { id } }',
  '',
])('a query is left as it is: %s', (query) => {
  expect(liftPages(query)).toBeUndefined()
})
