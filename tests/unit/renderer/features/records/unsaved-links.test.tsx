import type { VirtualColumn } from '@common/model/relations'
import { ApiError, client, data } from '@renderer/api'
import { sentenceText } from '@renderer/i18n'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import type { LinkDone, LinkTables } from '@renderer/features/records/links/link-api'
import { columnsOfLinks, linkedRows, type LinkColumn } from '@renderer/features/records/links/linked'
import type { Row } from '@renderer/features/records/rows/row-key'
import { linksOfBrowser } from '@renderer/features/records/unsaved/links-of-browser'
import { resendWaiting, retryEdit } from '@renderer/features/records/unsaved/resend'
import { unsaved, useConnection, useUnsaved, useUsers, watchUnsaved } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { column, idColumn, nameColumn, tableOf } from './fixtures'
import { away, openStored, settle } from './queued-model'

const rule = { real: true, onDelete: 'NO ACTION', onUpdate: 'NO ACTION' } as const
const toTracks: LinkColumn = {
  kind: 'link',
  id: 'tracks',
  title: 'Tracks',
  key: 'TrackList',
  relatedTitle: 'Track',
  link: { ...rule, kind: 'hasMany', relatedTable: 'Track', columns: ['Id'], relatedColumns: ['album'] },
}
const toTags: LinkColumn = {
  ...toTracks,
  id: 'tags',
  title: 'Tags',
  key: 'TagList',
  link: {
    ...rule,
    kind: 'manyToMany',
    relatedTable: 'Tag',
    columns: ['Id'],
    relatedColumns: ['Id'],
    through: { table: 'Pair', columns: ['album'], relatedColumns: ['tag'] },
  },
}
const toAlbum: LinkColumn = {
  ...toTracks,
  id: 'album',
  title: 'Album',
  key: 'AlbumRead',
  relatedTitle: 'Album',
  link: { ...rule, kind: 'belongsTo', relatedTable: 'Album', columns: ['album'], relatedColumns: ['Id'] },
}
const toAlbums: LinkColumn = {
  ...toTags,
  id: 'albums',
  title: 'Albums',
  key: 'AlbumList',
  relatedTitle: 'Album',
  link: {
    ...toTags.link,
    relatedTable: 'Album',
    through: { table: 'Pair', columns: ['tag'], relatedColumns: ['album'] },
  },
}
const links: readonly VirtualColumn[] = [toTracks, toTags]
const named = (title: string) => ({ name: title, title })
const album = tableOf([idColumn, nameColumn], { ...named('Album'), virtualColumns: links })
// The title differs from the name: a queued change survives a new title.
const track = tableOf([idColumn, nameColumn, column({ name: 'album', title: 'Of album' })], {
  ...named('Track'),
  virtualColumns: [toAlbum],
})
const tag = tableOf([idColumn, nameColumn], { ...named('Tag'), virtualColumns: [toAlbums] })
const pair = tableOf([idColumn, column({ title: 'album' }), column({ title: 'tag' })], named('Pair'))
vi.mock('@renderer/features/tables', () => ({
  readTable: (_projectId: string, name: string) =>
    Promise.resolve([album, track, tag, pair].find((table) => table.name === name)),
}))

interface Call {
  readonly method: string
  readonly path: string
  readonly query?: Row
  readonly body?: unknown
  readonly idempotencyKey?: string
}
const calls: Call[] = []
let answer: (call: Call) => unknown = away

const ofTracks: LinkTables = { projectId: 'p', own: album, related: track, pairs: undefined }
const ofTags: LinkTables = { projectId: 'p', own: album, related: tag, pairs: pair }
const one = { Id: 7, Name: 'One', 'Of album': 3 }
const red = { Id: 'r', Name: 'Red' }

const albums: readonly Row[] = [{ Id: 1, Name: 'First', TrackList: [], TagList: [red] }]

function open(table = album, stored = albums) {
  const model = openStored(table, stored, { links: linksOfBrowser('p', table.name) })
  model.links.watch(() => undefined)
  return model
}
const rowOf = (model: GridModel): Row => model.rows.rowAt(0) ?? {}
const change = (model: GridModel, tables: LinkTables, link: LinkColumn, record: Row, done: LinkDone) =>
  model.links.send(tables, link, rowOf(model), record, done)
const shown = (model: GridModel, link: LinkColumn) => linkedRows(rowOf(model), link).map(({ Name }) => Name)
const edits = () => useUnsaved.getState().edits
const writes = () => calls.filter(({ method }) => method !== 'GET')

let stop: () => void
beforeEach(() => {
  useUsers.setState({ user: { email: 'ada@example.com' } as never })
  useConnection.setState({ isLost: true })
  stop = watchUnsaved()
  vi.spyOn(client, 'call').mockImplementation(away)
  vi.spyOn(data, 'call').mockImplementation((async (
    _projectId: string,
    path: readonly (string | { readonly encoded: string })[],
    { onChange: _onChange, ...options }: { readonly method?: string; readonly onChange?: unknown },
  ) => {
    const parts = path.map((part) => (typeof part === 'string' ? part : part.encoded))
    const call: Call = { method: 'GET', ...options, path: parts.join('/') }
    calls.push(call)
    return answer(call)
  }) as never)
})
afterEach(() => {
  stop()
  localStorage.clear()
  useUnsaved.setState({ edits: [], fleeting: new Set() })
  calls.length = 0
  answer = away
  vi.restoreAllMocks()
})

describe('links made while the server is away', () => {
  it('are shown, wait in their order, and are sent once it is back', async () => {
    const model = open()
    await settle()
    expect(await change(model, ofTracks, toTracks, one, 'linked')).toBe('waiting')
    expect(await change(model, ofTags, toTags, red, 'unlinked')).toBe('waiting')
    expect([shown(model, toTracks), shown(model, toTags)]).toEqual([['One'], []])
    expect(model.links.waitsAt(rowOf(model), columnsOfLinks(album)[0] ?? nameColumn)).toBe(true)
    expect(edits().map((edit) => (edit.kind === 'link' ? sentenceText(edit.words.label) : ''))).toEqual([
      'Linked One to First',
      'Unlinked Red from First',
    ])
    // The second one waits for the first.
    expect(writes()).toHaveLength(1)
    calls.length = 0
    answer = ({ method }) => (method === 'GET' ? [{ Id: 9, album: 1, tag: 'r' }] : {})
    await resendWaiting('p')
    expect(writes()).toEqual([
      { method: 'PUT', path: 'Track/7', query: { expect: '{"Of album":3}' }, body: { 'Of album': 1 } },
      { method: 'DELETE', path: 'Pair/bulk', body: [{ Id: 9 }] },
    ])
    expect(edits()).toEqual([])
    expect([shown(model, toTracks), shown(model, toTags)]).toEqual([['One'], []])
  })

  it('happen once, even where only the response was lost', async () => {
    const model = open()
    await settle()
    const blue = { Id: 'b', Name: 'Blue' }
    await change(model, ofTracks, toTracks, one, 'linked')
    await change(model, ofTags, toTags, blue, 'linked')
    calls.length = 0
    answer = ({ method, path }) => {
      if (method === 'GET') return path === 'Track/7' ? { ...one, 'Of album': 1 } : [{ Id: 9, album: 1, tag: 'b' }]
      if (method === 'PUT') throw new ApiError('VALUE_CHANGED', 'Changed', 409, { value: 1 })
      return {}
    }
    await resendWaiting('p')
    expect(writes().map(({ method }) => method)).toEqual(['PUT'])
    expect(edits()).toEqual([])
  })

  it('have the same idempotency key on every attempt', async () => {
    const model = open()
    await settle()
    await change(model, ofTags, toTags, { Id: 'b', Name: 'Blue' }, 'linked')
    answer = ({ method }) => (method === 'GET' ? [] : {})
    await resendWaiting('p')
    const [first, second] = writes()
    expect(first?.idempotencyKey).toMatch(/^[\w-]{8,}$/)
    expect(second).toEqual({ ...first })
  })

  it('stay in the list if another user linked the record elsewhere, until they are sent again or discarded', async () => {
    const model = open()
    await settle()
    await change(model, ofTracks, toTracks, one, 'linked')
    calls.length = 0
    answer = ({ method, query }) => {
      if (method === 'GET') return { ...one, 'Of album': 4 }
      if (query?.['expect'] !== undefined) throw new ApiError('VALUE_CHANGED', 'Changed', 409, { value: 4 })
      return {}
    }
    await resendWaiting('p')
    const [refused] = edits()
    expect(refused).toMatchObject({
      state: 'refused',
      message: 'Another user linked this record elsewhere meanwhile. Retry writes over it.',
    })
    expect(shown(model, toTracks)).toEqual([])
    if (refused) await retryEdit(refused)
    expect(writes().at(-1)).toMatchObject({ method: 'PUT', path: 'Track/7', body: { 'Of album': 1 } })
    expect(edits()).toEqual([])
  })

  it('are guarded by what the changes before them leave behind', async () => {
    const model = open()
    await settle()
    const before = { ...one, 'Of album': 1 }
    await change(model, ofTracks, toTracks, before, 'unlinked')
    // The panel still knows the record as it was.
    await change(model, ofTracks, toTracks, before, 'linked')
    calls.length = 0
    answer = () => ({})
    await resendWaiting('p')
    expect(writes().map(({ query, body }) => [query, body])).toEqual([
      [{ expect: '{"Of album":1}' }, { 'Of album': null }],
      [{ expect: '{"Of album":null}' }, { 'Of album': 1 }],
    ])
  })

  it('are taken back when they are discarded', async () => {
    const model = open()
    await settle()
    await change(model, ofTags, toTags, red, 'unlinked')
    await change(model, ofTags, toTags, { Id: 'b', Name: 'Blue' }, 'linked')
    expect(shown(model, toTags)).toEqual(['Blue'])
    for (const { id } of edits()) unsaved.remove(id)
    expect(shown(model, toTags)).toEqual(['Red'])
  })

  it('make a new record once, and link it', async () => {
    const model = open()
    await settle()
    expect(await model.links.create(ofTracks, toTracks, rowOf(model), { Name: 'Two' })).toBe('waiting')
    expect(await model.links.create(ofTags, toTags, rowOf(model), { Name: 'Green' })).toBe('waiting')
    expect([shown(model, toTracks), shown(model, toTags)]).toEqual([['Two'], ['Red', 'Green']])
    expect(edits().map((edit) => (edit.kind === 'link' ? sentenceText(edit.words.label) : ''))).toEqual([
      'Added Two to Track',
      'Added Green to Tag',
    ])
    calls.length = 0
    let isLost = true
    answer = ({ method, path }) => {
      if (method === 'GET') return []
      if (path === 'Pair' && isLost) return away()
      return { Id: 40 }
    }
    await resendWaiting('p')
    isLost = false
    await resendWaiting('p')
    const [track, first, pairLost, second, pairStored] = writes()
    expect(track).toMatchObject({ path: 'Track', body: { Name: 'Two', 'Of album': 1 } })
    expect(first).toMatchObject({ path: 'Tag', body: { Name: 'Green' } })
    // The server creates one record for both.
    expect(second).toEqual(first)
    expect(pairStored).toEqual(pairLost)
    expect(pairStored).toMatchObject({ path: 'Pair', body: { album: 1, tag: 40 } })
    expect(edits()).toEqual([])
  })

  it('drop a new record whose link is removed again', async () => {
    const model = open()
    await settle()
    await model.links.create(ofTracks, toTracks, rowOf(model), { Name: 'Two' })
    await model.links.create(ofTracks, toTracks, rowOf(model), { Name: 'Three' })
    const [two] = linkedRows(rowOf(model), toTracks)
    if (two) await change(model, ofTracks, toTracks, two, 'unlinked')
    expect(shown(model, toTracks)).toEqual(['Three'])
    expect(edits()).toHaveLength(1)
  })

  it('say that a reference to a new record needs the server', async () => {
    const model = open(track, [one])
    await settle()
    const tables = { projectId: 'p', own: track, related: album, pairs: undefined }
    await expect(model.links.create(tables, toAlbum, one, { Name: 'New' })).rejects.toThrow('needs the key')
    expect(edits()).toEqual([])
  })

  it('are shown at their other end too, and at the record that loses one', async () => {
    const third = { Id: 3, Name: 'Third' }
    const mine = open(album, [...albums, { ...third, TrackList: [{ Id: 7, Name: 'One' }], TagList: [] }])
    const tracks = open(track, [{ ...one, AlbumRead: third }])
    const tags = open(tag, [{ ...red, AlbumList: [{ Id: 1, Name: 'First' }] }])
    await settle()
    await change(mine, ofTracks, toTracks, { ...one, AlbumRead: third }, 'linked')
    await change(mine, ofTags, toTags, red, 'unlinked')
    const held = (model: GridModel, at: number, link: LinkColumn) =>
      linkedRows(model.rows.rowAt(at) ?? {}, link).map(({ Name }) => Name)
    const both = () => [
      held(mine, 0, toTracks),
      held(mine, 1, toTracks),
      held(tracks, 0, toAlbum),
      held(tags, 0, toAlbums),
    ]
    expect(both()).toEqual([['One'], [], ['First'], []])
    expect(rowOf(tracks)['Of album']).toBe(1)
    expect([mine.links.count, tracks.links.count, tags.links.count]).toEqual([2, 0, 0])
    // Rows that arrive from the server later show the same.
    tracks.rows.refresh()
    await settle()
    expect([held(tracks, 0, toAlbum), rowOf(tracks)['Of album']]).toEqual([['First'], 1])
    for (const { id } of edits()) unsaved.remove(id)
    expect(both()).toEqual([[], ['One'], ['Third'], ['First']])
    expect(rowOf(tracks)['Of album']).toBe(3)
  })

  it('are not queued if the server rejects them', async () => {
    const model = open()
    await settle()
    answer = () => {
      throw new ApiError('NOT_ALLOWED', 'No', 403, {})
    }
    await expect(change(model, ofTracks, toTracks, one, 'linked')).rejects.toThrow('No')
    expect(edits()).toEqual([])
    expect(shown(model, toTracks)).toEqual([])
  })
})
