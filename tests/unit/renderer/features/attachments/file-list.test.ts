import { describe, expect, it } from 'vitest'
import { moved, nameLength, renamed } from '@renderer/features/attachments/file-list'
import { step } from '@renderer/features/attachments/viewer-store'
import { fitZoom, zoomed } from '@renderer/features/attachments/zoom'

const files = ['a.png', 'b.pdf', 'c'].map((title) => ({ title, url: `/dl/p/${title}` }))
const titles = (list: readonly { readonly title: string }[]): string => list.map(({ title }) => title).join(' ')

describe('the files of a cell', () => {
  it('are put in another order, within the list', () => {
    expect(titles(moved(files, 0, 2))).toBe('b.pdf c a.png')
    expect(titles(moved(files, 2, 0))).toBe('c a.png b.pdf')
    expect(moved(files, 0, -1)).toBe(files)
    expect(titles(moved(files, 1, 9))).toBe('a.png c b.pdf')
    expect(moved(files, 9, 0)).toBe(files)
  })

  it('get other names and keep their endings', () => {
    expect(titles(renamed(files, 0, 'cover'))).toBe('cover.png b.pdf c')
    expect(titles(renamed(files, 0, ' cover.PNG '))).toBe('cover.PNG b.pdf c')
    expect(titles(renamed(files, 1, 'a/b\\c.exe'))).toBe('a.png a b c.exe.pdf c')
    expect(renamed(files, 0, '  ')).toBe(files)
    expect(renamed(files, 0, 'a.png')).toBe(files)
    expect(titles(renamed(files, 2, 'd.txt'))).toBe('a.png b.pdf d.txt')
    expect([nameLength('a.tar.gz'), nameLength('.profile'), nameLength('plain')]).toEqual([5, 8, 5])
  })

  it('are looked at round and round', () => {
    const viewed = { projectId: 'p', files, at: 0 }
    expect([step(viewed, 1).at, step(viewed, -1).at, step({ ...viewed, at: 2 }, 1).at]).toEqual([1, 2, 0])
  })
})

describe('a picture', () => {
  it('is zoomed by steps, from what fits to its own size', () => {
    expect([
      zoomed(fitZoom, 1),
      zoomed(fitZoom, -1),
      zoomed(1, 1),
      zoomed(1, -1),
      zoomed(8, 1),
      zoomed(0.1, -1),
    ]).toEqual([1, 0.5, 1.5, 0.75, 8, 0.1])
  })
})
