import { describe, expect, it } from 'vitest'
import {
  fillVariables,
  isVariableName,
  jsonEscaped,
  unknownPlaces,
  variableAt,
  variableNameMax,
  variablePlaces,
} from '@common/variables'

const values = new Map([
  ['host', 'http://localhost:8080'],
  ['name', 'Ada "Countess" Lovelace'],
  ['loop', '{{host}}'],
  ['größe-1.b', '7'],
  ['empty', ''],
])

describe('variablePlaces', () => {
  it('finds each placeholder with its offsets', () => {
    const text = 'a {{host}} b {{ name\t}}'
    const places = variablePlaces(text)
    expect(places.map(({ name }) => name)).toEqual(['host', 'name'])
    expect(places.map(({ from, to }) => text.slice(from, to))).toEqual(['{{host}}', '{{ name\t}}'])
  })

  it.each([
    '{host}',
    '{{ho st}}',
    '{{"a": {}}}',
    '{{}}',
    '{{1a}}',
    '{{\nhost}}',
    String.raw`\{{host}}`,
    '{{host}',
    '{ {host}}',
  ])('finds none in %j', (text) => expect(variablePlaces(text)).toEqual([]))

  it('finds the inner one of three braces', () => {
    expect(variablePlaces('{{{host}}}')).toEqual([{ name: 'host', from: 1, to: 9 }])
  })
})

describe('fillVariables', () => {
  it.each([
    ['{{host}}/users', 'http://localhost:8080/users', []],
    ['{{host}}{{host}}', 'http://localhost:8080http://localhost:8080', []],
    ['{{größe-1.b}}', '7', []],
    ['[{{empty}}]', '[]', []],
    ['{{loop}}', '{{host}}', []],
    [String.raw`\{{host}} {{größe-1.b}}`, '{{host}} 7', []],
    [
      '{{none}} {{host}} {{ none }} {{other}}',
      '{{none}} http://localhost:8080 {{ none }} {{other}}',
      ['none', 'other'],
    ],
    ['plain', 'plain', []],
    ['{{__proto__}} {{constructor}}', '{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
  ])('fills %j', (text, filled, unknown) => {
    expect(fillVariables(text, values)).toEqual({ text: filled, unknown })
  })

  it('inserts values that look like replacement patterns as they are', () => {
    expect(fillVariables('[{{a}}]', new Map([['a', "$& $1 $'"]])).text).toBe("[$& $1 $']")
  })

  it('escapes values for their place', () => {
    expect(JSON.parse(fillVariables('{"who": "{{name}}"}', values, jsonEscaped).text)).toEqual({
      who: 'Ada "Countess" Lovelace',
    })
    expect(fillVariables('?q={{name}}', values, encodeURIComponent).text).toBe('?q=Ada%20%22Countess%22%20Lovelace')
  })

  it('leaves texts full of braces as they are', () => {
    const text = `${'{{'.repeat(50_000)} ${'{{a '.repeat(20_000)}`
    expect(fillVariables(text, values)).toEqual({ text, unknown: [] })
  })
})

describe('unknownPlaces', () => {
  it('lists the placeholders without a variable', () => {
    expect(unknownPlaces('{{host}} {{none}}', values)).toEqual([{ name: 'none', from: 9, to: 17 }])
  })
})

describe('isVariableName', () => {
  it.each(['host', '_a', 'größe', 'a.b-c', 'A1'])('takes %j', (name) => expect(isVariableName(name)).toBe(true))
  it.each(['', '1a', 'a b', '-a', 'a{', 'a\n', 'a'.repeat(variableNameMax + 1)])('rejects %j', (name) =>
    expect(isVariableName(name)).toBe(false),
  )
})

describe('variableAt', () => {
  it('returns what is typed after the braces', () => {
    expect(variableAt('x {{ho', 6)).toEqual({ typed: 'ho', from: 4, to: 6 })
    expect(variableAt('{{', 2)).toEqual({ typed: '', from: 2, to: 2 })
  })

  it('covers the rest of the name and its closing braces', () => {
    const text = '{{host}}/a'
    const found = variableAt(text, 4)
    expect(found).toEqual({ typed: 'ho', from: 2, to: 8 })
  })

  it.each([
    ['{{host}} ', 9],
    [String.raw`\{{ho`, 5],
    ['{ho', 3],
    ['{{a b', 5],
  ])('is undefined in %j at %i', (text, caret) => expect(variableAt(text, caret)).toBeUndefined())
})
