import { describe, expect, it } from 'vitest'
import { shortName } from '@common/util/short-name'
import { commentParts, mentionDraft, peopleFor } from '@renderer/features/records/comments/comment-text'

describe('the parts of a comment', () => {
  it('are text and the people named in it', () => {
    expect(commentParts('Hi @Ada@x.org, look', ['ada@x.org'])).toEqual([
      { text: 'Hi ' },
      { person: 'ada@x.org' },
      { text: ', look' },
    ])
  })
  it('take the longer of two addresses that begin alike', () => {
    expect(commentParts('@a@x.org.uk', ['a@x.org', 'a@x.org.uk'])).toEqual([{ person: 'a@x.org.uk' }])
  })
  it('leave other addresses and lone signs as text', () => {
    expect(commentParts('me@x.org @nobody @', ['ada@x.org'])).toEqual([{ text: 'me@x.org @nobody @' }])
    expect(commentParts('', [])).toEqual([])
  })
})

describe('a mention that is being written', () => {
  it.each([
    ['@', 1, { from: 0, typed: '' }],
    ['hello @ad', 9, { from: 6, typed: 'ad' }],
    ['(@ada more', 5, { from: 1, typed: 'ada' }],
  ])('%j at %i', (text, caret, found) => {
    expect(mentionDraft(text, caret)).toEqual(found)
  })
  it.each([
    ['me@x', 4],
    ['@ada ', 5],
    ['@a@x', 4],
    ['plain', 5],
  ])('is none in %j at %i', (text, caret) => {
    expect(mentionDraft(text, caret)).toBeUndefined()
  })
  it('offers those first who begin like it', () => {
    const people = ['zada@x.org', 'ada@x.org', 'bob@x.org'].map((email) => ({ email }))
    expect(peopleFor(people, 'AD').map(({ email }) => email)).toEqual(['ada@x.org', 'zada@x.org'])
  })
})

describe('the short name of a person', () => {
  it.each([
    ['mina.rossi@x.org', 'Mina Rossi'],
    ['ada@x.org', 'Ada'],
    ['_@x.org', '_@x.org'],
  ])('of %s is %s', (email, name) => {
    expect(shortName(email)).toBe(name)
  })
})
