import { problemMessage } from '@common/columns/problem-message'
import { errorMessage } from '@common/errors'
import { formulaMessage } from '@common/formula'
import { message } from '@common/messages'
import { parseView } from '@main/features/tables/objects/parse-view'
import { failureReason } from '@main/features/projects/server-databases'
import { inputProblems } from '@main/operations/input-problems'
import { expect, it } from 'vitest'
import { z } from 'zod'

it('an error counts from 1, as people do', () => {
  expect(errorMessage('FORMULA_INVALID', { position: 0 }).params).toMatchObject({ character: 1 })
  expect(errorMessage('ROW_EMPTY', { row: 0 })).toEqual(
    message('errorWords.inRow', { number: 1, sentence: message('errors.ROW_EMPTY', { row: 0 }) }),
  )
})

it('a value that does not fit names its problem and its column', () => {
  expect(problemMessage({ problem: 'notBarcode', params: { max: 80 }, column: 'Code' })).toEqual(
    message('problems.notBarcode', { max: 80, column: 'Code' }),
  )
})

it('a formula names types as messages, and a column by its name even if that is a type', () => {
  expect(formulaMessage({ code: 'wrongType', params: { expected: 'number', found: 'text' } })).toEqual(
    message('formula.problems.wrongType', {
      expected: message('formula.types.number'),
      found: message('formula.types.text'),
    }),
  )
  expect(formulaMessage({ code: 'unknownColumn', params: { column: 'text' } })).toEqual(
    message('formula.problems.unknownColumn', { column: 'text' }),
  )
})

it('an input names each field and what it should be', () => {
  const { error } = z.object({ limit: z.number() }).safeParse({ limit: 'ten' })
  expect(inputProblems(error?.issues ?? [], { limit: 'ten' }).problems).toEqual([
    message('inputProblems.wrongType', { field: 'limit', expected: message('inputTypes.number') }),
  ])
  const { error: whole } = z.object({}).safeParse([])
  expect(inputProblems(whole?.issues ?? [], []).problems[0]?.params['field']).toEqual(message('inputProblems.body'))
})

it('a statement that is no view says why', () => {
  expect(() => parseView('DROP TABLE a')).toThrow(
    expect.objectContaining({ details: { problem: message('viewProblems.notView') } }) as Error,
  )
})

it('a connection that fails names the server and holds no password', () => {
  const reason = failureReason('refused', {
    kind: 'postgres',
    host: 'db',
    port: 5432,
    user: 'ada',
    password: 'secret',
    database: 'shop',
    schema: 'public',
  } as Parameters<typeof failureReason>[1])
  expect(reason).toMatchObject({ key: 'connectionFailures.refused', params: { host: 'db', port: 5432 } })
  expect(JSON.stringify(reason)).not.toContain('secret')
})
