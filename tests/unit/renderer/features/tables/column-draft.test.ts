import {
  definitionOfDraft,
  draftOfColumn,
  newColumnDraft,
  problemOfDraft,
  withNewOption,
} from '@renderer/features/tables/column-draft'
import { moved } from '@common/util/moved'
import type { UiType } from '@common/columns/ui-types'
import { describe, expect, it } from 'vitest'
import { column, idColumn, nameColumn, tableOf } from '../records/fixtures'

const table = tableOf([idColumn, nameColumn])

describe('a column as it is written', () => {
  it('needs a name that no other column has', () => {
    expect(problemOfDraft(newColumnDraft, table, undefined)?.key).toBe('tables.column.nameMissing')
    expect(problemOfDraft({ ...newColumnDraft, title: ' NAME ' }, table, undefined)?.key).toBe(
      'tables.column.nameTwice',
    )
    expect(problemOfDraft({ ...newColumnDraft, title: 'Name' }, table, nameColumn)).toBeUndefined()
  })

  it('needs every option named, once, and without commas where several can be chosen', () => {
    const select = { ...newColumnDraft, title: 'Genre', uiType: 'MultiSelect' } as const
    const option = (title: string) => ({ title, color: 'grey' }) as const
    expect(problemOfDraft({ ...select, options: [option('')] }, table, undefined)?.key).toBe(
      'tables.column.optionMissing',
    )
    expect(problemOfDraft({ ...select, options: [option('a'), option('a ')] }, table, undefined)?.key).toBe(
      'tables.column.optionTwice',
    )
    expect(problemOfDraft({ ...select, options: [option('a,b')] }, table, undefined)?.key).toBe(
      'tables.column.optionComma',
    )
    expect(
      problemOfDraft({ ...select, uiType: 'SingleSelect', options: [option('a,b')] }, table, undefined),
    ).toBeUndefined()
  })

  it('gives new options the next colour in order', () => {
    expect(withNewOption(withNewOption([])).map(({ color }) => color)).toEqual(['grey', 'red'])
  })

  it('carries only the choices of its type, and a default of its type', () => {
    const draft = {
      ...newColumnDraft,
      title: ' Price ',
      uiType: 'Currency',
      precision: 3,
      currency: 'EUR',
      defaultText: '1,000.5',
    } as const
    expect(definitionOfDraft(draft, undefined, 'en')).toEqual({
      name: 'Price',
      title: 'Price',
      uiType: 'Currency',
      required: false,
      unique: false,
      primaryKey: false,
      options: { precision: 3, currency: 'EUR' },
      defaultValue: '1000.5',
    })
  })

  it('keeps the name in the database and the default of the database when only the type changes', () => {
    const made = column({ title: 'Made on', name: 'made_on', uiType: 'DateTime', defaultValue: 'CURRENT_TIMESTAMP' })
    const draft = draftOfColumn(made, 'en')
    expect(definitionOfDraft({ ...draft, required: true }, made, 'en')).toMatchObject({
      name: 'made_on',
      title: 'Made on',
      required: true,
      defaultValue: 'CURRENT_TIMESTAMP',
    })
    expect(definitionOfDraft({ ...draft, title: 'Made' }, made, 'en')).toMatchObject({ name: 'Made', title: 'Made' })
  })

  it('asks for no rule that its type cannot keep, though one was chosen before', () => {
    const draft = { ...newColumnDraft, title: 'x', required: true, unique: true } as const
    const rules = (uiType: UiType) => {
      const { required, unique } = definitionOfDraft({ ...draft, uiType }, undefined, 'en')
      return { required, unique }
    }
    expect(rules('URL')).toEqual({ required: true, unique: true })
    for (const uiType of ['LongText', 'JSON', 'Geometry', 'Checkbox'] as const)
      expect(rules(uiType), uiType).toEqual({ required: true, unique: false })
    expect(rules('Button')).toEqual({ required: false, unique: false })
    // Columns of an existing database are unchanged.
    const long = column({ title: 'Note', uiType: 'LongText', unique: true })
    expect(definitionOfDraft(draftOfColumn(long, 'en'), long, 'en').unique).toBe(true)
  })

  it('needs an address that opens nothing but the web, mail and telephones', () => {
    const button = { ...newColumnDraft, title: 'Open', uiType: 'Button' } as const
    const problem = (address: string) => problemOfDraft({ ...button, choices: { address } }, table, undefined)?.key
    expect(problem('javascript:alert(1)')).toBe('tables.column.addressWrong')
    expect(problem('https://{host}/')).toBe('tables.column.addressWrong')
    expect(problem('https://example.com/{id}')).toBeUndefined()
    expect(problem('mailto:{mail}')).toBeUndefined()
  })

  it('moves options to other places', () => {
    const options = ['a', 'b', 'c'].map((title) => ({ title, color: 'grey' as const }))
    const order = (from: number, to: number) => moved(options, from, to).map(({ title }) => title)
    expect(order(0, 2)).toEqual(['b', 'c', 'a'])
    expect(order(2, 0)).toEqual(['c', 'a', 'b'])
    expect(order(1, 1)).toEqual(['a', 'b', 'c'])
  })
})
