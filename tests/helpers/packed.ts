import { crc32, deflateRawSync } from 'node:zlib'

/** Returns a packed file of parts, as programs write it; its declared sizes can be false. */
export function packed(parts: Readonly<Record<string, string | Uint8Array>>, flags = 0): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const raw = Buffer.from(content as string)
    const data = deflateRawSync(raw)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(raw), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(raw.length, 18)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.alloc(4), title, data])
    local.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 0, 'latin1')
    entry.writeUInt16LE(20, 4)
    facts.copy(entry, 6)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local)
    directory.push(entry, title)
    at += local.length
  }
  const head = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  const count = Object.keys(parts).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(head.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, head, end])
}

const relations = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<Relationship Id="r${n}" Target="worksheets/sheet${n + 1}.xml"/>`).join('')

/** The smallest workbook that programs open: sheets by their names, each as the XML of its rows. */
export function workbook(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
  flags = 0,
): Buffer {
  const names = Object.keys(sheets)
  return packed(
    {
      'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="x"><sheets>${names
        .map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="r${n}"/>`)
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations(names.length)}</Relationships>`,
      ...Object.fromEntries(
        Object.values(sheets).map((rows, n) => [
          `xl/worksheets/sheet${n + 1}.xml`,
          rows.startsWith('<') && !rows.startsWith('<row')
            ? rows
            : `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
      ...more,
    },
    flags,
  )
}

/** Returns a row of a sheet, with texts inline in their cells. */
export const sheetRow = (n: number, ...cells: readonly (string | number)[]): string =>
  `<row r="${n}">${cells
    .map((cell) =>
      typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
    )
    .join('')}</row>`
