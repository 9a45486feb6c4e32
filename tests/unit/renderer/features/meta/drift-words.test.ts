import { driftKinds, driftMessage, type DriftChange, type TableDrift } from '@common/model/drift'
import { english } from '@main/lib/messages'
import { changeSentence, driftSentence, goneSentence, knownAs, stateOf } from '@renderer/features/meta/drift-words'
import { describe, expect, it } from 'vitest'

type Facts = Omit<DriftChange, 'msg' | 'message'>
const told = (facts: Facts): DriftChange => {
  const message = driftMessage(facts)
  return { ...facts, msg: english(message), message }
}
const drift = (...changes: Facts[]): TableDrift => ({
  table: 'band',
  title: 'Bands',
  type: 'table',
  changes: changes.map(told),
})
const choice = { id: '1', taken: true }
const details = { column: 'price', from: 'a', to: 'b', relatedTable: 'artist' }

describe('what is different in a table', () => {
  it.each(driftKinds)('is a plain sentence without holes: %s', (type) => {
    // Only a key can change from nothing or to nothing.
    const ends = type === 'keyChanged' ? [{ from: '' }, { to: '' }] : []
    for (const more of [{}, { choice }, ...ends]) {
      const sentence = changeSentence(told({ type, ...details, ...more }))
      expect(sentence).toMatch(/^[A-Za-z].*\.$/)
      expect(sentence).not.toMatch(/[{}!]|undefined|driftChanges/)
    }
  })

  it('has a state in one word', () => {
    const states = [
      drift(),
      drift({ type: 'tableAdded' }),
      drift({ type: 'tableRemoved' }),
      drift({ type: 'tableRenamed', from: 'group', to: 'band' }, { type: 'columnAdded', column: 'x' }),
      drift({ type: 'columnAdded', column: 'x' }),
    ].map(stateOf)
    expect(states).toEqual(['inSync', 'added', 'removed', 'renamed', 'changed'])
  })

  it('is told in one sentence, and how many others there are', () => {
    expect(driftSentence(drift({ type: 'columnAdded', column: 'x' }))).toBe('Column x is new.')
    expect(driftSentence(drift({ type: 'columnAdded', column: 'x' }, { type: 'columnRemoved', column: 'y' }))).toBe(
      'Column x is new. And 1 more.',
    )
  })

  it('knows a table by the name that it had', () => {
    expect(knownAs(drift({ type: 'tableRenamed', from: 'group', to: 'band' }))).toBe('group')
    expect(knownAs(drift({ type: 'tableAdded' }))).toBe('')
    expect(knownAs(drift())).toBe('Bands')
  })

  it('says where a table went, as sure as the database is', () => {
    expect(goneSentence(drift({ type: 'tableRemoved' }))).toBe('Another program deleted it from the database.')
    expect(goneSentence(drift({ type: 'tableRenamed', from: 'a', to: 'b' }))).toContain('it is called b')
    expect(goneSentence(drift({ type: 'tableRenamed', from: 'a', to: 'b', choice }))).toContain(
      'may have renamed it: b',
    )
  })
})
