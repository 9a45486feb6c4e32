import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openingPartBytes } from '@common/bridge'
import { randomIds } from '@main/lib/ids'
import { createGivenFiles } from '@main/shell/given-files'
import { openingOf, passedPlaces, placesAmong } from '@main/shell/given-places'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'basalt-given-'))
const path = (name: string): string => join(folder, name)
for (const name of ['music.sqlite', 'data.SQLITE3', 'old.db', 'a b.csv', 'x.tsv', 'x.xlsx', 'x.json', 'x.ndjson'])
  writeFileSync(path(name), 'a,b\n')
writeFileSync(path('picture.png'), '')
writeFileSync(path('basalt-metadata.zip'), '')
mkdirSync(path('folder.csv'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the arguments of a process', () => {
  it.each([
    ['full paths', ['/data/music.sqlite'], ['/data/music.sqlite']],
    ['relative paths', ['a b.csv'], [path('a b.csv')]],
    ['addresses of files, as desktops of Linux write them', [pathToFileURL(path('a b.csv')).href], [path('a b.csv')]],
    ['links', ['basalt://p_1/tracks/7'], ['basalt://p_1/tracks/7']],
    ['no options and none of their values', ['--port', '8090', '--profile=/p', '-x', 'x.json'], [path('x.json')]],
    ['no empty ones', ['', 'x.json'], [path('x.json')]],
  ])('give %s', (_name, args, places) => {
    expect(placesAmong(args, folder, true)).toEqual(places)
    expect(placesAmong(['.', ...args], folder, false)).toEqual(places)
  })

  it('give at most fifty', () => {
    expect(
      placesAmong(
        Array.from({ length: 99 }, () => 'x.json'),
        folder,
        true,
      ),
    ).toHaveLength(50)
  })

  it('of another process are checked', () => {
    const places = ['/a.csv', '', 7, 'x'.repeat(5_000)]
    expect(passedPlaces({ places })).toEqual(['/a.csv'])
    for (const wrong of [null, undefined, 'a', {}, { places: 'a' }]) expect(passedPlaces(wrong)).toEqual([])
  })
})

describe('a given place', () => {
  const files = createGivenFiles(randomIds)
  const open = (place: string) => openingOf(place, files)

  it.each(['music.sqlite', 'data.SQLITE3', 'old.db'])('%s opens as a database', (name) => {
    expect(open(path(name))).toEqual({ kind: 'database', path: path(name) })
  })

  it.each(['a b.csv', 'x.tsv', 'x.xlsx', 'x.json', 'x.ndjson'])(
    '%s opens as rows, which the page can read',
    async (name) => {
      const opening = open(path(name))
      expect(opening).toMatchObject({ kind: 'rows', name, size: 4 })
      const id = opening.kind === 'rows' ? opening.id : ''
      expect(Buffer.from(await files.read(id, 0)).toString()).toBe('a,b\n')
      expect(Buffer.from(await files.read(id, 2)).toString()).toBe('b\n')
      expect(await files.read(id, 4)).toHaveLength(0)
    },
  )

  it('opens as a place of the page', () => {
    expect(open('basalt://p_1/tracks/7')).toEqual({ kind: 'place', project: 'p_1', table: 'tracks', record: '7' })
  })

  it.each([
    ['gone.csv', 'missing'],
    ['folder.csv', 'folder'],
    ['picture.png', 'unknown'],
  ])('%s is refused: %s', (name, problem) => {
    expect(open(path(name))).toEqual({ kind: 'refused', problem, name })
  })

  it('is named without control characters, and shortly', () => {
    expect(open('basalt://evil.example/\u0007')).toEqual({
      kind: 'refused',
      problem: 'link',
      name: 'basalt://evil.example/ ',
    })
    expect(open(path(`${'x'.repeat(100)}.csv`))).toMatchObject({ name: `${'x'.repeat(79)}…` })
  })

  it('is the only file that the page can read, in parts', async () => {
    await expect(files.read('made up', 0)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    await expect(files.read(path('a b.csv'), 0)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    const large = path('large.csv')
    writeFileSync(large, Buffer.alloc(openingPartBytes + 3, 'x'))
    const id = files.add(large)
    const parts = [await files.read(id, 0), await files.read(id, openingPartBytes)]
    expect(parts.map(({ length }) => length)).toEqual([openingPartBytes, 3])
  })
})
