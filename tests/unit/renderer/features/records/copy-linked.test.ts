import { plainSettings } from '@common/views'
import { gridColumns } from '@renderer/features/records/columns/grid-columns'
import type { LinkColumn } from '@renderer/features/records/links/linked'
import { heldForms, loadForms } from '@renderer/features/records/clipboard/copy'
import { describe, expect, it } from 'vitest'
import { idColumn, nameColumn, tableOf } from './fixtures'
import { openStored, settle } from './queued-model'

/* A copy of linked records holds their names, which arrive after the rows. */

const albums = tableOf([idColumn, nameColumn], { name: 'albums', title: 'Albums' })
const link: LinkColumn = {
  kind: 'link',
  id: 'l',
  title: 'Albums',
  key: 'albumsList',
  relatedTitle: 'Albums',
  link: {
    kind: 'hasMany',
    relatedTable: 'albums',
    columns: ['Id'],
    relatedColumns: ['artist'],
    real: true,
    onDelete: 'NO ACTION',
    onUpdate: 'NO ACTION',
  },
}
const artists = tableOf([idColumn, nameColumn], { name: 'artists', title: 'Artists', virtualColumns: [link] })
const shape = { rows: [{ from: 0, to: 1 }], columns: [0] }
const options = { header: false, copy: 'c', projectId: 'p' }

async function opened() {
  const stored = [
    {
      Id: 1,
      Name: 'Ann',
      albumsList: [
        { Id: 7, Name: 'First' },
        { Id: 8, Name: 'Second' },
      ],
    },
  ]
  const model = openStored(artists, stored)
  await settle()
  return { model, columns: gridColumns(artists, plainSettings, false).filter(({ title }) => title === 'Albums') }
}

describe('a copy of linked records', () => {
  it('waits for their names', async () => {
    const { model, columns } = await opened()
    expect(heldForms(model, columns, shape, options)).toBeUndefined()
    const loading = loadForms(model, columns, shape, options, {
      signal: new AbortController().signal,
      progress: () => undefined,
    })
    await settle()
    model.labels.use(new Map([['albums', albums]]), true)
    expect((await loading).text).toBe('First, Second')
    expect(heldForms(model, columns, shape, options)?.text).toBe('First, Second')
  })

  it('can be cancelled meanwhile', async () => {
    const { model, columns } = await opened()
    const abort = new AbortController()
    const loading = loadForms(model, columns, shape, options, { signal: abort.signal, progress: () => undefined })
    await settle()
    abort.abort()
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
