import { message } from '@common/messages'
import { plainSettings } from '@common/views'
import { describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import type { LinkKind, VirtualColumn } from '@common/model/relations'
import { gridColumns, isSortable } from '@renderer/features/records/columns/grid-columns'
import { linkedRecords, pairNeeds, unlinkProblem } from '@renderer/features/records/links/link-api'
import { LinkLabels } from '@renderer/features/records/links/link-labels'
import {
  linkedRows,
  linkParameters,
  recordLabel,
  shownLinks,
  shownPerCell,
  wayBack,
  type LinkColumn,
} from '@renderer/features/records/links/linked'
import { newRecord } from '@renderer/features/records/links/new-record'
import { column, idColumn, nameColumn, tableOf } from './fixtures'

const reader = { locale: 'en-US' }

function linkColumn(
  kind: LinkKind,
  relatedTable: string,
  part: Partial<LinkColumn> & { readonly ends?: Partial<LinkColumn['link']> } = {},
): LinkColumn {
  const { ends, ...rest } = part
  return {
    kind: 'link',
    id: `${kind} ${relatedTable}`,
    title: `${kind} of ${relatedTable}`,
    key: `${relatedTable}List`,
    relatedTitle: relatedTable,
    link: {
      kind,
      relatedTable,
      columns: kind === 'belongsTo' ? ['AlbumId'] : ['Id'],
      relatedColumns: kind === 'hasMany' ? ['AlbumId'] : ['Id'],
      real: true,
      onDelete: 'NO ACTION',
      onUpdate: 'NO ACTION',
      ...ends,
    },
    ...rest,
  }
}

const albumId = column({ title: 'AlbumId', uiType: 'ForeignKey' })
const toAlbum = linkColumn('belongsTo', 'Album', { key: 'AlbumRead' })
const toLists = linkColumn('manyToMany', 'List', {
  ends: { through: { table: 'Pair', columns: ['TrackId'], relatedColumns: ['ListId'] } },
})
const toPairs = linkColumn('hasMany', 'Pair', { ends: { toAssociation: true } })
const links: readonly VirtualColumn[] = [toAlbum, toLists, toPairs]
const track = tableOf([idColumn, nameColumn, albumId], { virtualColumns: links })
const tracks = linkColumn('hasMany', 'Track')
const album: Table = tableOf([idColumn, nameColumn], { name: 'Album', title: 'Album', virtualColumns: [tracks] })

describe('links in the grid', () => {
  it('stand in the column that holds the reference, or as columns of their own; pairs are not shown twice', () => {
    const { references, columns } = shownLinks(track)
    expect(references.get('AlbumId')).toBe(toAlbum)
    expect(columns).toEqual([toLists])
    const shown = gridColumns(track, plainSettings, false)
    const drawn = shown.filter(({ title }) => title !== 'Id')
    expect(drawn.map(({ title, display, editable, adds }) => [title, display, editable, adds])).toEqual([
      ['Name', 'text', true, undefined],
      ['AlbumId', 'records', true, false],
      ['manyToMany of List', 'records', false, true],
    ])
    expect(shown.map(isSortable)).toEqual([true, true, true, false])
    expect(gridColumns(track, plainSettings, true).at(-1)?.adds).toBe(false)
  })

  it('come along with a page in one request: a parameter for each kind, one record more than is shown', () => {
    expect(linkParameters(shownLinks(track))).toEqual({
      bt: toAlbum.id,
      hm: '',
      mm: toLists.id,
      mlimit1: String(shownPerCell + 1),
    })
    const broken = { ...toLists, problem: message('virtualProblems.linkGone') }
    expect(linkParameters(shownLinks(tableOf([idColumn], { virtualColumns: [broken] })))).toEqual({
      bt: '',
      hm: '',
      mm: '',
    })
  })

  it('are read from the row whether they are one or many', () => {
    expect(linkedRows({ AlbumRead: { Id: 1 } }, toAlbum)).toEqual([{ Id: 1 }])
    expect(linkedRows({ AlbumRead: null }, toAlbum)).toEqual([])
    expect(linkedRows({ ListList: [{ Id: 1 }, { Id: 2 }] }, toLists)).toHaveLength(2)
    expect(linkedRows({}, toLists)).toEqual([])
  })

  it('know the way back from a child to whom it belongs', () => {
    expect(wayBack(track, tracks)).toBe(toAlbum)
    expect(wayBack(album, tracks)).toBeUndefined()
  })
})

describe('names of linked records', () => {
  it('are the value that names a record, or its key where that is empty', () => {
    expect(recordLabel(album, { Id: 7, Name: 'Tidewater' }, reader)).toBe('Tidewater')
    expect(recordLabel(album, { Id: 7, Name: '' }, reader)).toBe('7')
    const pair = tableOf([
      column({ title: 'A', uiType: 'ForeignKey', primaryKey: true }),
      column({ title: 'B', uiType: 'ForeignKey', primaryKey: true }),
    ])
    expect(recordLabel(pair, { A: 1, B: 2 }, reader)).toBe('1, 2')
  })

  it('are called by their key where all that names them is the record they belong to', () => {
    const named = { ...albumId, primaryValue: true }
    const line = tableOf([idColumn, named], { virtualColumns: [toAlbum] })
    expect(recordLabel(line, { Id: 7, AlbumId: 3 }, reader)).toBe('7')
    expect(recordLabel(tableOf([named], { virtualColumns: [toAlbum], primaryKey: [] }), { AlbumId: 3 }, reader)).toBe(
      '3',
    )
  })

  it('follow a new reference before its row is read again', () => {
    const labels = new LinkLabels(() => reader)
    labels.use(new Map([['Album', album]]), true)
    const row = { Id: 1, AlbumId: 1, AlbumRead: { Id: 1, Name: 'Tidewater' } }
    expect(labels.reference(toAlbum, row, 1)).toBe('Tidewater')
    expect(labels.reference(toAlbum, row, 2)).toBeUndefined()
    labels.remember(toAlbum, 2, 'Night Bus')
    expect(labels.reference(toAlbum, row, 2)).toBe('Night Bus')
  })

  it('say when there are more than a cell holds', () => {
    const labels = new LinkLabels(() => reader)
    labels.use(new Map([['List', album]]), true)
    const many = (count: number) => ({
      ListList: Array.from({ length: count }, (_, at) => ({ Id: at, Name: `L${at}` })),
    })
    expect(labels.records(toLists, many(shownPerCell)).more).toBe(false)
    const { labels: shown, more } = labels.records(toLists, many(shownPerCell + 1))
    expect([shown.length, more]).toEqual([shownPerCell, true])
  })
})

describe('a record that is made while it is linked', () => {
  it('has the name that was written', () => {
    expect(newRecord(album, tracks, 'New one', reader)).toEqual({ kind: 'values', values: { Name: 'New one' } })
    expect(newRecord(album, tracks, '', reader)).toBeUndefined()
  })

  it('is made elsewhere when it must have more, the reference to its parent apart', () => {
    const required = { required: true }
    const child = tableOf([idColumn, nameColumn, { ...albumId, ...required }])
    expect(newRecord(child, tracks, 'One', reader)).toEqual({ kind: 'values', values: { Name: 'One' } })
    const price = column({ title: 'Price', uiType: 'Currency', ...required })
    expect(newRecord(tableOf([idColumn, nameColumn, price]), tracks, 'One', reader)).toEqual({
      kind: 'needs',
      titles: ['Price'],
    })
  })

  it('is not offered where records have no name that can be written', () => {
    const nameless = tableOf([idColumn])
    expect(newRecord(nameless, tracks, 'One', reader)).toBeUndefined()
    const number = tableOf([idColumn, column({ title: 'No', uiType: 'Number', primaryValue: true })])
    expect(newRecord(number, tracks, 'One', reader)).toBeUndefined()
    expect(newRecord(number, tracks, '12', reader)).toEqual({ kind: 'values', values: { No: 12 } })
  })
})

describe('records linked to a row without a key', () => {
  it('are those that came along with it', async () => {
    const keyless = tableOf([nameColumn], { virtualColumns: links })
    const row = { Name: 'One', ListList: [{ Id: 1, Name: 'Morning' }] }
    const known = { projectId: 'p', own: keyless }
    expect(await linkedRecords(known, toLists, row, new AbortController().signal)).toEqual([{ Id: 1, Name: 'Morning' }])
  })
})

describe('what can be linked and taken away', () => {
  const pairs = (more: readonly ReturnType<typeof column>[] = [], primaryKey = ['TrackId', 'ListId']): Table =>
    tableOf([column({ title: 'TrackId', required: true }), column({ title: 'ListId', required: true }), ...more], {
      name: 'Pair',
      title: 'Pair',
      primaryKey,
    })
  const tables = (part: { readonly related?: Table; readonly pairs?: Table }) => ({
    projectId: 'p',
    own: track,
    related: part.related ?? album,
    pairs: part.pairs,
  })

  it('a pair needs nothing but its two records', () => {
    expect(pairNeeds(tables({ pairs: pairs() }), toLists)).toEqual([])
    const position = column({ title: 'Position', uiType: 'Number', required: true })
    expect(pairNeeds(tables({ pairs: pairs([position]) }), toLists)).toEqual(['Position'])
    expect(unlinkProblem(tables({ pairs: pairs() }), toLists)).toBeUndefined()
    expect(unlinkProblem(tables({ pairs: pairs([], []) }), toLists)).toBe('noKey')
  })

  it('a child whose reference must have a value is not taken away', () => {
    expect(unlinkProblem(tables({ related: track }), tracks)).toBeUndefined()
    const child = tableOf([idColumn, nameColumn, { ...albumId, required: true }])
    expect(unlinkProblem(tables({ related: child }), tracks)).toBe('required')
  })
})
