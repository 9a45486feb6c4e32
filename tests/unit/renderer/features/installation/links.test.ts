import { linkHere } from '@renderer/features/installation/link-here'
import { typedWords } from '@common/util/typed-list'
import { describe, expect, it } from 'vitest'

describe('a link to pass on', () => {
  const link = 'http://127.0.0.1:8080/dashboard/#/user/authentication/signup/abc'

  it.each([
    [link, 'http://localhost:8080', link],
    [link, 'http://10.0.0.5:8080', 'http://10.0.0.5:8080/dashboard/#/user/authentication/signup/abc'],
    ['https://basalt.example.com/dashboard/#/a', 'http://10.0.0.5:8080', 'https://basalt.example.com/dashboard/#/a'],
  ])('%s on the page %s is %s', (given, origin, shown) => {
    expect(linkHere(given, new URL(origin))).toBe(shown)
  })
})

describe('addresses in a text', () => {
  it.each([
    ['', []],
    [' ada@example.com ', ['ada@example.com']],
    ['a@example.com, b@example.com;c@example.com\nd@example.com', 'abcd'.split('').map((x) => `${x}@example.com`)],
  ])('%j', (text, emails) => {
    expect(typedWords(text)).toEqual(emails)
  })
})
