import { describe, expect, it } from 'vitest'
import { draftProblems, emptyDraft, type Draft, type DraftColumn } from '@common/templates'

const text = (id: string, name = id): DraftColumn => ({ id, name, uiType: 'SingleLineText' })
const link = (id: string, more: Partial<DraftColumn> = {}): DraftColumn => ({
  id,
  name: id,
  uiType: 'LinkToAnotherRecord',
  relation: 'mm',
  relatedId: 'b',
  ...more,
})
const draft = (...columns: DraftColumn[]): Draft => ({
  ...emptyDraft,
  title: 'Shop',
  category: 'Sales',
  tables: [
    { id: 'a', name: 'a', columns },
    { id: 'b', name: 'b', columns: [text('b1'), { id: 'b2', name: 'b2', uiType: 'Formula' }] },
  ],
})
const found = (given: Draft): string[] =>
  draftProblems(given).map(({ kind, columnId = '', field }) => `${columnId} ${field}: ${kind}`)

describe('draftProblems', () => {
  it('finds a missing title and category of the project', () => {
    expect(found({ ...draft(text('x')), title: ' ', category: '' })).toEqual([
      ' title: projectNameRequired',
      ' category: categoryRequired',
    ])
  })

  it.each<[string, DraftColumn[], string[]]>([
    ['a column without a name', [text('x', ' ')], ['x name: columnNameRequired']],
    ['a repeated name, whatever its case', [text('x', 'Name'), text('y', 'name ')], ['y name: columnDuplicate']],
    ['a column without a type', [{ id: 'x', name: 'x' }], ['x uiType: columnTypeRequired']],
    [
      'a link without kind and table',
      [{ id: 'x', name: 'x', uiType: 'LinkToAnotherRecord' }],
      ['x relation: relationTypeRequired', 'x related: relatedTableRequired'],
    ],
    ['a relation twice', [link('x'), link('y')], ['y related: relationDuplicate']],
    ['nothing in relations of two kinds', [link('x'), link('y', { relation: 'hm' })], []],
    [
      'nothing in both ends of one relation',
      [link('x', { counterpartId: 'y' }), link('y', { counterpartId: 'x' })],
      [],
    ],
    ['a lookup without a link', [{ id: 'x', name: 'x', uiType: 'Lookup' }], ['x link: relatedTableRequired']],
    [
      'a lookup of a column of another table',
      [link('l'), text('y'), { id: 'x', name: 'x', uiType: 'Lookup', follows: { linkId: 'l', columnId: 'y' } }],
      ['x column: relatedColumnRequired'],
    ],
    [
      'nothing in a lookup of a computed column, which a saved project may have',
      [link('l'), { id: 'x', name: 'x', uiType: 'Lookup', follows: { linkId: 'l', columnId: 'b2' } }],
      [],
    ],
    [
      'a rollup without column and function',
      [link('l'), { id: 'x', name: 'x', uiType: 'Rollup', follows: { linkId: 'l' } }],
      ['x column: relatedColumnRequired', 'x rollup: rollupFunctionRequired'],
    ],
    [
      'nothing in a whole rollup',
      [link('l'), { id: 'x', name: 'x', uiType: 'Rollup', follows: { linkId: 'l', columnId: 'b1' }, rollup: 'count' }],
      [],
    ],
  ])('finds %s', (_, columns, problems) => {
    expect(found(draft(...columns))).toEqual(problems)
  })
})
