import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewSheet } from '@main/features/imports/reading/preview'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-reading-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let n = 0
async function file(name: string, content: string | Uint8Array): Promise<{ path: string; name: string }> {
  const path = join(folder, `f${(n += 1)}`)
  await writeFile(path, content)
  return { path, name }
}
const preview = async (name: string, content: string | Uint8Array, options = {}, sheet = 0) =>
  previewSheet(await file(name, content), sheet, options)
const types = (p: Awaited<ReturnType<typeof preview>>) => p.columns.map(({ guess }) => guess.uiType)

describe('a text file', () => {
  it('is read with the delimiter, header and types that it shows', async () => {
    const p = await preview('a.csv', 'name;born;price\nAnna;24.12.1990;1.234,50\nBen;3.1.2001;7,25\n')
    expect(p).toMatchObject({ delimiter: ';', header: true, encoding: 'utf-8', locale: 'de-DE', whole: true })
    expect(types(p)).toEqual(['SingleLineText', 'Date', 'Decimal'])
    expect(p.rows).toEqual([
      ['Anna', '24.12.1990', '1.234,50'],
      ['Ben', '3.1.2001', '7,25'],
    ])
  })
})
