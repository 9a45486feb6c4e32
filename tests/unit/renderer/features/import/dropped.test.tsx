import { asShown } from '@tests/helpers/as-shown'
import { sortDropped } from '@renderer/features/import/dropped'
import { imports, takeIntoProject } from '@renderer/features/import'
import { useToasts } from '@renderer/stores'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const file = (name: string, type = ''): File => new File(['a,b\n1,2\n'], name, { type })
const names = (files: readonly File[]): string[] => files.map(({ name }) => name)

describe('Dropped files', () => {
  beforeEach(() => {
    useToasts.setState({ toasts: [] })
    vi.restoreAllMocks()
  })

  it('are told apart by their names, whatever is in them', () => {
    const { databases, rows, metadata, foreign } = sortDropped([
      file('photo.png', 'image/png'),
      file('PHOTO.JPG'),
      file('scan', 'image/tiff'),
      file('letter.docx'),
      file('sales.csv', 'application/vnd.ms-excel'),
      file('readings.dat'),
      file('notes'),
      file('shop.sqlite'),
      file('basalt-metadata shop.zip'),
      file('photos.zip'),
    ])
    expect(names(foreign)).toEqual(['photo.png', 'PHOTO.JPG', 'scan', 'letter.docx', 'photos.zip'])
    expect(names(rows)).toEqual(['sales.csv', 'readings.dat', 'notes'])
    expect(names(metadata)).toEqual(['basalt-metadata shop.zip'])
    expect(names(databases)).toEqual(['shop.sqlite'])
  })

  it('that are pictures are refused by name, and tables among them are imported', () => {
    const open = vi.spyOn(imports, 'open').mockReturnValue()
    takeIntoProject('shop', [file('photo.png'), file('sales.csv')])
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ projectId: 'shop' }))
    expect(asShown(useToasts.getState()).toasts.map(({ text }) => text)).toEqual([
      "photo.png can't be imported: it isn't a table.",
    ])
    open.mockClear()
    takeIntoProject('shop', [file('photo.png')])
    expect(open).not.toHaveBeenCalled()
  })
})
