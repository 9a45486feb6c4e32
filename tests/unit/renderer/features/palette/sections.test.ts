import { describe, expect, it } from 'vitest'
import { findSections, readQuery, type Findable } from '../../../../../renderer/features/palette/sections'

const thing = (kind: Findable['kind'], title: string, recent?: number): Findable => ({
  id: `${kind} ${title}`,
  kind,
  title,
  recent,
})
const all = [
  thing('tables', 'Artists'),
  thing('tables', 'Invoices', 1),
  thing('tables', 'Invoice lines', 0),
  thing('columns', 'Invoice'),
  thing('commands', 'Dark or light theme'),
  thing('commands', 'Invite a person'),
]
const told = (typed: string, things: readonly Findable[] = all) =>
  findSections(things, typed).map(({ kind, lines, more }) => [kind, ...lines.map(({ item }) => item.title), more])

describe('the sections of the palette', () => {
  it('show what was open lately first, and everything else once', () => {
    expect(told('')).toEqual([
      ['recent', 'Invoice lines', 'Invoices', 0],
      ['tables', 'Artists', 0],
      ['columns', 'Invoice', 0],
      ['commands', 'Dark or light theme', 'Invite a person', 0],
    ])
  })

  it('lead to other projects behind what is in this one', () => {
    const things = [thing('projects', 'Invoices of old'), ...all]
    expect(told('', things).map(([kind]) => kind)).toEqual(['recent', 'tables', 'columns', 'projects', 'commands'])
    expect(told('of old', things)).toEqual([['projects', 'Invoices of old', 0]])
    expect(told('#inv', things).map(([kind]) => kind)).toEqual(['tables'])
  })

  it('stand by their best answer', () => {
    expect(told('dark')).toEqual([['commands', 'Dark or light theme', 0]])
    expect(told('inv').map(([kind]) => kind)).toEqual(['tables', 'columns', 'commands'])
    expect(told('invoice')[0]).toEqual(['tables', 'Invoices', 'Invoice lines', 0])
    expect(told('invi')[0]?.[0]).toBe('commands')
  })

  it('prefer what was open lately among those that fit alike', () => {
    const two = [thing('tables', 'Orders A'), thing('tables', 'Orders B', 3)]
    expect(told('orders', two)).toEqual([['tables', 'Orders B', 'Orders A', 0]])
  })

  it('leave records to the server once something is typed', () => {
    const things = [...all, thing('records', 'Invoice 17', 2)]
    expect(told('', things)[0]).toEqual(['recent', 'Invoice lines', 'Invoices', 'Invoice 17', 0])
    expect(told('invoice 17', things)).toEqual([])
    expect(told('@', things)).toEqual([['recent', 'Invoice 17', 0]])
    expect(told('@inv', things)).toEqual([])
    expect(readQuery('@ low water')).toEqual({ only: 'records', query: 'low water' })
  })

  it('offer the documentation last, and only when it is searched', () => {
    const things = [thing('docs', 'Invite'), ...all]
    expect(told('', things)).toEqual(told(''))
    expect(told('invite', things)).toEqual([
      ['commands', 'Invite a person', 0],
      ['docs', 'Invite', 0],
    ])
  })

  it('narrow to commands and to tables', () => {
    expect(readQuery('> dark')).toEqual({ only: 'commands', query: 'dark' })
    expect(readQuery('#')).toEqual({ only: 'tables', query: '' })
    expect(readQuery(' a > b')).toEqual({ only: undefined, query: 'a > b' })
    expect(told('>inv')).toEqual([['commands', 'Invite a person', 0]])
    expect(told('#inv').map(([kind]) => kind)).toEqual(['tables'])
  })

  it('are cut, and say what is left', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => thing('tables', `Table ${at}`))
    expect(findSections(many, '')[0]).toMatchObject({ more: 992 })
    expect(findSections(many, 'table')[0]?.lines).toHaveLength(8)
    expect(findSections(many, '#table')[0]).toMatchObject({ more: 900 })
    expect(told('#table 999', many)[0]?.[1]).toBe('Table 999')
  })

  it('are none when nothing fits', () => {
    expect(findSections(all, 'zzqx')).toEqual([])
  })
})
