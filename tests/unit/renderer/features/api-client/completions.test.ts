import { completionsAt, taken } from '@renderer/features/api-client/completions'
import { describe, expect, it } from 'vitest'

const source = { variables: ['baseUrl', 'projectId', 'pageSize'], tables: ['Tracks', 'Playlist tracks', 'Artists'] }

/** The texts after each completion. `|` is the caret. */
function completed(marked: string, given: Parameters<typeof completionsAt>[2] = source): string[] {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = completionsAt(text, caret, given)
  return (found?.options ?? []).map((option) => {
    const after = taken(text, found ?? { from: 0, to: 0, options: [] }, option)
    return `${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`
  })
}

describe('completions of a request', () => {
  it.each([
    ['{{p|', ['{{projectId}}|', '{{pageSize}}|']],
    ['a {{base|Url}}/x', ['a {{baseUrl}}|/x']],
    ['{{baseUrl}}/api/v1/tr|', ['{{baseUrl}}/api/v1/Tracks|', '{{baseUrl}}/api/v1/Playlist%20tracks|']],
    ['/api/v1/Ar|/1?limit=2', ['/api/v1/Artists|/1?limit=2']],
    ['/api/v1/Artists|', []],
    ['/other/|', []],
    ['{{nothing|', []],
  ])('%s', (marked, expected) => expect(completed(marked)).toEqual(expected))

  it('offer names of parameters for the whole text', () => {
    const words = { variables: [], words: ['where', 'sort', 'offset'] }
    expect(completed('s|', words)).toEqual(['sort|', 'offset|'])
    expect(completed('s|o', words)).toEqual([])
  })
})
