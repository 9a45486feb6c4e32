import { capabilitiesOf } from '@common/dialects'
import { enteredValue, givenValue, neededNames, storedValues, withParameters } from '@renderer/features/sql/parameters'
import { describe, expect, it } from 'vitest'

const { syntax } = capabilitiesOf(undefined)

describe('parameters of a query', () => {
  it('are found as :name and {{variable}}, each once, outside strings and comments', () => {
    const sql = `select :from, {{city}}, ':no', '{{no}}', a::text -- {{no}} :no\nwhere x = :from and y = {{ city }}`
    expect(neededNames(sql, syntax)).toEqual(['from', 'city'])
  })

  it('replace variables without moving what follows', () => {
    const sql = 'select {{city}} as a, b'
    const bound = withParameters(sql, syntax)
    expect(bound).toBe('select    :city as a, b')
    expect(bound.indexOf('as a')).toBe(sql.indexOf('as a'))
  })

  it('leave a text without variables as it is', () => {
    expect(withParameters("select '{{x}}', {1}", syntax)).toBe("select '{{x}}', {1}")
  })
})

describe('values of parameters', () => {
  it('keep their type from run to run', () => {
    const stored = storedValues({ a: 1, b: '1', c: null, d: true })
    expect(Object.values(stored).map((text) => givenValue(enteredValue(text)))).toEqual([1, '1', null, true])
  })

  it('reject what is no number', () => {
    expect(givenValue({ kind: 'number', text: 'ten' })).toBeUndefined()
    expect(givenValue({ kind: 'number', text: ' ' })).toBeUndefined()
  })

  it('keep digits that the page would round', () => {
    expect(givenValue({ kind: 'number', text: '12345678901234567890' })).toBe('12345678901234567890')
  })
})
