import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { columnType } from '@common/columns/registry'
import { rollupFunctions } from '@common/model/relations'
import { draftTypes, emptyDraft, type Draft, type DraftColumn } from '@common/templates'
import { editor } from '@renderer/features/template-editor/editor-store'
import { addTables, durations, open, press, sayings, stageEditor } from './stage'

/* The fields of the template editor as a user sees them (S2 §3, §5). */

const stage = stageEditor()

const text = (id: string, name = id): DraftColumn => ({ id, name, uiType: 'SingleLineText' })
const link = (id: string, more: Partial<DraftColumn> = {}): DraftColumn => ({
  id,
  name: id,
  uiType: 'LinkToAnotherRecord',
  relation: 'mm',
  relatedId: 'b',
  ...more,
})
const formula: DraftColumn = { id: 'b2', name: 'total', uiType: 'Formula', formula: '{b1}' }
const lookup: DraftColumn = { id: 'x', name: 'x', uiType: 'Lookup', follows: { linkId: 'l' } }
const rollup: DraftColumn = { id: 'x', name: 'x', uiType: 'Rollup', follows: { linkId: 'l', columnId: 'b1' } }
/** Its second table is closed at first. */
const draft = (...columns: DraftColumn[]): Draft => ({
  ...emptyDraft,
  title: 'Shop',
  category: 'Sales',
  tables: [
    { id: 'b', name: 'b', columns: [text('b1'), formula, link('b3', { relatedId: 'b' })] },
    { id: 'a', name: 'a', columns },
  ],
})
const optionsOf = async (name: string): Promise<(string | null)[]> => {
  fireEvent.click(screen.getByRole('combobox', { name }))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

describe('a field that lacks something', () => {
  const { relatedId: _table, ...nowhere } = link('x')
  const { relation: _kind, ...kindless } = link('x')
  it.each<[string, Draft, string]>([
    ['Project name required', { ...draft(), title: ' ' }, 'project title'],
    ['Category name required', { ...draft(), category: '' }, 'project category'],
    ['Column name required', draft(text('x', ' ')), 'x name'],
    ['Duplicate column not allowed', draft(text('x', 'n'), text('y', 'n')), 'y name'],
    ['Column data type required', draft({ id: 'x', name: 'x' }), 'x uiType'],
    ['Related table name required', draft(nowhere), 'x related'],
    ['Relation type required', draft(kindless), 'x relation'],
    ['Related column name required', draft(link('l'), lookup), 'x column'],
    ['Rollup aggregate function name required', draft(link('l'), rollup), 'x rollup'],
    ['Duplicate relation is not allowed', draft(link('x'), link('y')), 'y related'],
  ])('says "%s", opens its panel and has the focus', async (message, given, field) => {
    await open()
    editor.start(given)
    press('S')
    const place = (): HTMLElement | null => document.querySelector(`[data-template-field="${field}"]`)
    await waitFor(() => expect(place()?.contains(document.activeElement)).toBe(true))
    expect(within(place() as HTMLElement).getByText(message)).toBeTruthy()
    expect(sayings()).toEqual(['Please fill all the required column!'])
    expect(durations('Please fill all the required column!')).toBe(5_000)
    expect([...stage.calls('templateCreate'), ...stage.calls('codeHostPublish')]).toEqual([])
  })

  it('says nothing of the kind once everything is filled in', async () => {
    await open()
    editor.start(draft(link('l'), { ...rollup, rollup: 'sum' }))
    press('S')
    await waitFor(() => expect(sayings()).toContain('Initiated Github successfully'))
    expect(document.querySelector('[data-error]')).toBeNull()
  })
})

describe('the choices of a field', () => {
  beforeEach(async () => {
    await open()
    editor.start(draft(link('l'), { ...rollup, follows: { linkId: 'l' } }))
    editor.show('a')
    await screen.findByRole('combobox', { name: 'Function of x' })
  })

  it('are stored columns alone for lookups and rollups', async () => {
    expect(await optionsOf('Related column of x')).toEqual(['b1'])
  })

  it('are the kinds mm, hm and bt for a relation, and every table', async () => {
    expect(await optionsOf('Kind of relation of l')).toEqual(['Many to many', 'Has many', 'Belongs to'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    expect(await optionsOf('Related table of l')).toEqual(expect.arrayContaining(['b', 'a']))
  })

  it('are the eight functions of a rollup', async () => {
    const shown = await optionsOf('Function of x')
    expect(shown).toHaveLength(8)
    expect(rollupFunctions).toEqual(
      expect.arrayContaining(['count', 'min', 'max', 'avg', 'sum', 'countDistinct', 'sumDistinct', 'avgDistinct']),
    )
    fireEvent.click(screen.getByRole('option', { name: 'Sum' }))
    expect(screen.getByRole('combobox', { name: 'Function of x' })).toHaveProperty('value', 'Sum')
  })
})

describe('the types of columns', () => {
  // Each name of S2 §3, but those that the picker excludes or that a counterpart alone has.
  const named = [
    'ID, LinkToAnotherRecord, Lookup, SingleLineText, LongText, Attachment, Checkbox, MultiSelect, SingleSelect, Date',
    'Year, Time, PhoneNumber, Email, URL, Number, Decimal, Currency, Percent, Duration, Rating, Rollup, Count, DateTime',
    'AutoNumber, Geometry, JSON',
    'Collaborator, CreateTime, LastModifiedTime, Barcode, Button',
  ].flatMap((line) => line.split(', '))

  it.each(named)('include %s', (name) => {
    expect(draftTypes).toContain(name)
  })

  it.each(['Formula', 'SpecificDBType', 'ForeignKey'] as const)('include %s, but not in the picker', (name) => {
    expect(columnType(name)).toBeDefined()
    expect(draftTypes).not.toContain(name)
  })
})

describe('a new column row', () => {
  it("is titled 'title' and its position, and a link begins as many-to-many", async () => {
    await open()
    await addTables('artists(name)')
    press('A')
    expect((await screen.findByLabelText('Name of column 2')).getAttribute('value')).toBe('title2')
    press('$', 'Digit4')
    await screen.findByLabelText('Name of column 3')
    expect(screen.getByRole('combobox', { name: 'Kind of relation of title3' })).toHaveProperty('value', 'Many to many')
    expect(screen.getByRole('combobox', { name: 'Related table of title3' })).toHaveProperty('value', '')
  })
})
