import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellText } from '@common/import/cells'
import { importLimits } from '@common/import/limits'
import { previewSheet } from '@main/features/imports/reading/preview'
import { readDelimited } from '@main/features/imports/reading/text'

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

describe('the text of a file', () => {
  const lines = async (content: Uint8Array): Promise<string[]> => {
    const { path } = await file('t.csv', content)
    const source = { path, size: content.length, encoding: 'utf-8', limits: importLimits } as const
    const found: string[] = []
    for await (const rows of readDelimited(source, ',').rows())
      found.push(...rows.map(({ cells }) => cellText(cells[0] ?? null)))
    return found
  }

  it('is whole however its signs are cut, without the mark at its beginning', async () => {
    // Longer than one chunk, with characters of two, three and four bytes at every offset.
    const written = Array.from({ length: 90_000 }, (_, at) => `${'x'.repeat(at % 5)}ü€😀`)
    expect(await lines(Buffer.from(`\ufeff${written.join('\n')}\n`))).toEqual(written)
  })

  it('has a sign that says so where bytes are none, at the end too', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a\nb'),
      Buffer.from([0xff]),
      Buffer.from('c\nd'),
      Buffer.from([0xe2, 0x82]),
    ])
    expect(await lines(bytes)).toEqual(['a', 'b\ufffdc', 'd\ufffd'])
  })
})
