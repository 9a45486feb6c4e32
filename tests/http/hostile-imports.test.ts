import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationOutput } from '@common/operations'
import {
  importAsNew,
  importEnd,
  sendImport,
  uploadImport,
  type GivenFile,
  type Importing,
} from '@tests/helpers/imports'
import { packed, sheetRow, workbook } from '@tests/helpers/packed'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/*
 * Files that aren't what they seem. Each gives a preview or a sentence, never a broken table, and the server continues
 * to respond.
 */

let server: TestServer
let as: Importing

beforeAll(async () => {
  server = await startServer({ importLimits: { fileBytes: 30 * 1024 ** 2, unpackedBytes: 40 * 1024 ** 2 } })
  const { token } = await server.signUp('owner@example.com')
  const { id: projectId } = await server.call('projectCreateSample', {}, { token })
  as = { token, projectId }
})
afterAll(async () => {
  expect((await server.request('/health')).status).toBe(200)
  await server.close()
})

type Preview = OperationOutput<'importPreview'>
async function preview(file: GivenFile, args: object = {}): Promise<Preview> {
  const { id } = await uploadImport(server, file, as)
  return server.call('importPreview', { id, ...args }, as)
}

async function refusedPreview(file: GivenFile): Promise<Answer> {
  const { id } = await uploadImport(server, file, as)
  const body = { api: 'importPreview', project_id: as.projectId, dbAlias: 'db', args: { id } }
  return server.request('/dashboard/?q=sqlOp_importPreview', { method: 'POST', token: as.token, body })
}

const codes = ({ warnings }: Preview): string[] => warnings.map(({ code }) => code)
const titles = ({ columns }: Preview): string[] => columns.map(({ title }) => title)
const guesses = ({ columns }: Preview): string[] => columns.map(({ guess }) => guess.uiType)

/** Every code has a sentence for the user. */
function expectRefusal(answer: Answer, code: string, status = 400): void {
  expect([answer.status, answer.error.code]).toEqual([status, code])
  expect(answer.error.msg).toMatch(/^[A-Z].*\.$/)
}

describe('a file that is none', () => {
  afterAll(async () => expect(await readdir(join(server.profileFolder, 'imports'))).toEqual([]))

  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200, 3)])
  const oldExcel = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(2_000)])
  const locked = Buffer.concat([oldExcel, Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(500)])

  it.each<[string, GivenFile, string]>([
    ['empty', { name: 'a.csv', content: '' }, 'IMPORT_FILE_EMPTY'],
    ['blank', { name: 'a.csv', content: ' \r\n\r\n ' }, 'IMPORT_FILE_EMPTY'],
    ['a picture', { name: 'a.csv', content: png }, 'IMPORT_FILE_UNKNOWN'],
    ['bytes without meaning', { name: 'a.csv', content: Buffer.alloc(5_000, 1) }, 'IMPORT_FILE_UNKNOWN'],
    ['of an old Excel', { name: 'a.xls', content: oldExcel }, 'IMPORT_FILE_OLD_EXCEL'],
    ['behind a password', { name: 'a.xlsx', content: locked }, 'IMPORT_FILE_PROTECTED'],
    ['packed behind a password', { name: 'a.xlsx', content: workbook({ A: '' }, {}, 1) }, 'IMPORT_FILE_PROTECTED'],
    ['another packed file', { name: 'a.xlsx', content: packed({ 'a.txt': 'text' }) }, 'IMPORT_FILE_UNKNOWN'],
    [
      'a web page',
      { name: 'a.xlsx', content: '<html><table><tr><td>a</td></tr></table></html>' },
      'IMPORT_FILE_MARKUP',
    ],
    ['the page of an error', { name: 'a.csv', content: '\ufeff\n<!DOCTYPE html><p>No</p>' }, 'IMPORT_FILE_MARKUP'],
    ['XML', { name: 'a.xls', content: '<?xml version="1.0"?><Workbook/>' }, 'IMPORT_FILE_MARKUP'],
    ['cut', { name: 'a.xlsx', content: workbook({ A: sheetRow(1, 'a') }).subarray(0, 300) }, 'IMPORT_FILE_DAMAGED'],
  ])('%s is refused with a sentence', async (_what, file, code) => {
    expectRefusal(await sendImport(server, file, as), code)
  })

  it('larger than what is read is refused', async () => {
    const answer = await sendImport(server, { name: 'a.csv', content: Buffer.alloc(31 * 1024 ** 2, 'a,b\n') }, as)
    expectRefusal(answer, 'IMPORT_TOO_LARGE', 413)
  })
})

describe('a packed file that unpacks to more than can be read', () => {
  const rows = `${sheetRow(1, 'a')}${' '.repeat(20_000)}`.repeat(2_500)

  it('is refused when it is looked at', async () => {
    expectRefusal(
      await refusedPreview({ name: 'a.xlsx', content: workbook({ A: `<x>${' '.repeat(50 * 1024 ** 2)}</x>` }) }),
      'IMPORT_UNPACKS_TOO_LARGE',
    )
  })
  it('gives a preview of its beginning, and an import of it nothing', { tags: ['nightly'] }, async () => {
    const file = { name: 'bomb.xlsx', content: workbook({ A: rows }) }
    expect((await preview(file)).rows.length).toBe(200)
    const status = await importAsNew(server, file, as, 'Bomb')
    expect(status).toMatchObject({ state: 'failed', error: { code: 'IMPORT_UNPACKS_TOO_LARGE' }, tables: [] })
    expect((await server.request(`/nc/${as.projectId}/api/v1/Bomb`, { token: as.token })).status).toBe(404)
  })
  it('cannot hide in entities of XML', async () => {
    const content = workbook({ A: `<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]><worksheet>&a;</worksheet>` })
    expectRefusal(await refusedPreview({ name: 'a.xlsx', content }), 'IMPORT_FILE_DAMAGED')
  })
})

describe('a text', () => {
  it.each<[string, string | Uint8Array, string, string]>([
    ['UTF-8 with a mark', '\ufeffNäme,b\nJürgen,1\n', 'utf-8', 'Näme'],
    ['UTF-8', 'Näme,b\nJürgen,1\n', 'utf-8', 'Näme'],
    ['UTF-16 with a mark', Buffer.from('\ufeffNäme,b\nJürgen,1\n', 'utf16le'), 'utf-16le', 'Näme'],
    ['UTF-16 without one', Buffer.from('Name,b\nJurgen,1\n', 'utf16le'), 'utf-16le', 'Name'],
    ['UTF-16 the other way', Buffer.from('\ufeffNäme,b\nJürgen,1\n', 'utf16le').swap16(), 'utf-16be', 'Näme'],
    ['Windows', Buffer.from('N\u00e4me,b\nJ\u00fcrgen,1\n', 'latin1'), 'windows-1252', 'Näme'],
  ])('in %s is read as such', async (_what, content, encoding, title) => {
    const found = await preview({ name: 'a.csv', content })
    expect([found.encoding, titles(found)]).toEqual([encoding, [title, 'b']])
    expect(codes(found)).toEqual([])
  })

  it('in another encoding than chosen is told to be so', async () => {
    const content = Buffer.from('N\u00e4me,b\nJ\u00fcrgen,1\n', 'latin1')
    const found = await preview({ name: 'a.csv', content }, { options: { encoding: 'utf-8' } })
    expect(codes(found)).toEqual(['encodingDoubtful'])
  })

  it('of UTF-8 in which a program has left a line of another encoding keeps the others, and is said to be so', async () => {
    const lines = Buffer.from('Näme,b\nJürgen,1\nJörg,2\nBärbel,3\nÄnne,4\n')
    // Far after the part that a preview reads.
    const far = Buffer.concat([
      lines,
      Buffer.from('Jürgen,5\n'.repeat(90_000)),
      Buffer.from('J\u00fcrgen,6\n', 'latin1'),
    ])
    for (const content of [Buffer.concat([lines, Buffer.from('J\u00fcrgen,6\n', 'latin1')]), far]) {
      const found = await preview({ name: 'a.csv', content })
      expect([found.encoding, titles(found), found.rows[0]?.[0]]).toEqual(['utf-8', ['Näme', 'b'], 'Jürgen'])
      expect(found.warnings).toContainEqual({ code: 'encodingDoubtful', params: { count: 1 } })
    }
  })

  it('in an encoding of Japan is said to be in none that is known', async () => {
    const content = Buffer.from([
      0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x62, 10, 0x8e, 0x52, 0x93, 0x63, 0x81, 0x40, 0x2c, 0x31, 10,
    ])
    expect(codes(await preview({ name: 'a.csv', content }))).toEqual(['encodingDoubtful'])
  })

  it.each([
    ['shift_jis', [0x96, 0xbc, 0x91, 0x4f], '名前'],
    ['gb18030', [0xc3, 0xfb, 0xd7, 0xd6], '名字'],
    ['big5', [0xa6, 0x57, 0xa6, 0x72], '名字'],
    ['euc-kr', [0xc0, 0xcc, 0xb8, 0xa7], '이름'],
    ['windows-1250', [0x9a, 0xe8, 0xf8], 'ščř'],
    ['windows-1251', [0xc8, 0xec, 0xff], 'Имя'],
  ] as const)('in %s is read once somebody says so', async (encoding, bytes, head) => {
    const content = Buffer.from([...bytes, 0x2c, 0x62, 10, ...bytes, 0x2c, 0x31, 10])
    const found = await preview({ name: 'a.csv', content }, { options: { encoding } })
    expect([found.encoding, titles(found), found.rows[0], codes(found)]).toEqual([
      encoding,
      [head, 'b'],
      [head, '1'],
      [],
    ])
  })

  it('is not imported from a place that it does not have', async () => {
    const { id } = await uploadImport(server, { name: 'a.csv', content: 'a,b\n1,2\n' }, as)
    const columns = [{ source: 2, title: 'c', uiType: 'Number' as const }]
    await server.call(
      'importStart',
      { id, sheets: [{ sheet: 0, into: { kind: 'new', title: 'Beyond' }, columns }] },
      as,
    )
    expect(await importEnd(server, id, as)).toMatchObject({
      state: 'failed',
      error: { code: 'IMPORT_COLUMNS_INVALID' },
      tables: [],
    })
  })

  it.each<[string, string, string]>([
    ['semicolons', 'a;b;c\n1,5;2;3\n2,5;3;4\n', ';'],
    ['tabs', 'a\tb\tc\n1\t2\t3\n', '\t'],
    ['strokes', 'a|b|c\n1|2|3\n', '|'],
    ['what it says itself', 'sep=;\na;b,c\n1;2,3\n', ';'],
  ])('with %s between its values is read by them', async (_what, content, delimiter) => {
    const found = await preview({ name: 'a.csv', content })
    expect(found.delimiter).toBe(delimiter)
    expect(found.header).toBe(true)
  })

  it('with ragged lines is shown with all its columns, and said to be ragged', async () => {
    const found = await preview({ name: 'a.csv', content: 'a,b\n1,2\n3\n4,5,6\n' })
    expect(found.warnings).toEqual([
      { code: 'raggedLines', params: { count: 2, line: 3 } },
      { code: 'headersEmpty', params: { count: 1 } },
    ])
    expect(titles(found)).toEqual(['a', 'b', 'Column 3'])
    expect(found.rows).toEqual([
      ['1', '2', null],
      ['3', null, null],
      ['4', '5', '6'],
    ])
  })

  it('with names that are empty, twice or dangerous gets names of its own', async () => {
    const found = await preview({ name: 'a.csv', content: 'a,A,,a 2,__proto__\nx,y,z,u,v\n' })
    expect(titles(found)).toEqual(['a', 'A 3', 'Column 3', 'a 2', 'proto name'])
    expect(codes(found)).toEqual(['headersEmpty', 'headersRenamed'])
    const status = await importAsNew(server, { name: 'n.csv', content: 'a,A,,a 2,__proto__\nx,y,z,u,v\n' }, as, 'Names')
    expect(status).toMatchObject({ state: 'done', created: 1 })
  })

  it('of 5,000 columns is read as far as a table goes', { tags: ['nightly'] }, async () => {
    const line = (value: (at: number) => string): string =>
      Array.from({ length: 5_000 }, (_, at) => value(at)).join(',')
    const content = `${line((at) => `c${at}`)}\n${line(String)}\n${line(String)}\n`
    const found = await preview({ name: 'wide.csv', content })
    expect(found.columns.length).toBe(1_000)
    expect(found.warnings).toEqual([{ code: 'columnsLeftOut', params: { count: 4_000, max: 1_000 } }])
    const status = await importAsNew(server, { name: 'wide.csv', content }, as, 'Wide')
    expect(status).toMatchObject({ state: 'done', created: 2, failed: 0 })
  })

  it('of values of several kinds is text, and says what would not fit', async () => {
    const content = `v\n${'1\n2\nthree\n2024-01-01\nyes\n'.repeat(5)}`
    const found = await preview({ name: 'm.csv', content }, { options: { header: true } })
    const [column] = found.columns
    expect(['SingleLineText', 'SingleSelect']).toContain(column?.guess.uiType)
    expect(column?.types.find(({ uiType }) => uiType === 'Number')?.misfits).toBe(15)
  })

  it('with formulas holds texts', async () => {
    const content = 'a,b\n=1+1,"=HYPERLINK(""http://x"")"\n'
    expect(await importAsNew(server, { name: 'f.csv', content }, as, 'Formulas')).toMatchObject({ state: 'done' })
    const answer = await server.request(`/nc/${as.projectId}/api/v1/Formulas`, { token: as.token })
    expect(answer.json).toMatchObject([{ a: '=1+1', b: '=HYPERLINK("http://x")' }])
  })

  it('with NULs is read without them', async () => {
    const found = await preview({ name: 'a.csv', content: `a,b\nx\0y,1\n${'abc,2\n'.repeat(20)}` })
    expect(found.rows[0]).toEqual(['xy', '1'])
    expect(codes(found)).toEqual(['nulSigns'])
  })

  it('of a single line has columns and no rows', async () => {
    const found = await preview({ name: 'a.csv', content: 'name,price' })
    expect([titles(found), found.rows, codes(found)]).toEqual([['name', 'price'], [], ['noRows']])
    const values = await preview({ name: 'a.csv', content: '1,2' })
    expect([values.header, values.rows]).toEqual([false, [['1', '2']]])
  })

  it('whose quotation marks are never closed loses no line', async () => {
    const found = await preview({ name: 'a.csv', content: 'a,b\n1,"two\n3,four\n5,six\n' })
    expect(found.rows).toEqual([
      ['1', '"two'],
      ['3', 'four'],
      ['5', 'six'],
    ])
    expect(found.warnings).toContainEqual({ code: 'quoteNeverClosed', params: { count: 1, line: 2 } })
  })

  it('with a line that never ends is refused with a sentence', { tags: ['nightly'] }, async () => {
    const content = Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(25 * 1024 ** 2, 'x')])
    expectRefusal(await refusedPreview({ name: 'a.csv', content }), 'IMPORT_LINE_TOO_LONG')
  })

  it('of very long values is shown by their beginnings, and imported whole', { tags: ['nightly'] }, async () => {
    const long = 'x'.repeat(2 * 1024 ** 2)
    const content = `a,b\n1,${long}\n`
    const found = await preview({ name: 'a.csv', content })
    expect([found.rows[0]?.[1]?.length, codes(found)]).toEqual([300, ['textsShortened']])
    expect(await importAsNew(server, { name: 'a.csv', content }, as, 'Long')).toMatchObject({
      state: 'done',
      created: 1,
    })
  })

  it(
    'of which a later line has more values than there are columns lists that line',
    { tags: ['nightly'] },
    async () => {
      const content = `a,b\n${'1,2\n'.repeat(1_500)}1,2,3\n`
      const status = await importAsNew(server, { name: 'late.csv', content }, as, 'Late')
      expect(status).toMatchObject({ state: 'done', created: 1_500, failed: 1 })
      expect((await server.call('importFailures', { id: status.id }, as)).list).toMatchObject([
        { line: 1_502, column: null },
      ])
    },
  )
})

describe('JSON', () => {
  it.each<[string, string, string]>([
    ['that is cut', '[{"a":1},{"a":', 'IMPORT_JSON_INVALID'],
    ['that is none', '[{"a":1},nothing]', 'IMPORT_JSON_INVALID'],
    ['without a list', '{"a":1}', 'IMPORT_JSON_WITHOUT_ROWS'],
    ['of plain values', '[1,2,3]', 'IMPORT_JSON_WITHOUT_ROWS'],
    ['10,000 lists deep', `[{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`, 'IMPORT_JSON_TOO_DEEP'],
    ['of one endless record', `[{"a":"${'x'.repeat(20 * 1024 ** 2)}"}]`, 'IMPORT_LINE_TOO_LONG'],
  ])('%s is refused with a sentence', async (_what, content, code) => {
    expectRefusal(await refusedPreview({ name: 'a.json', content }), code)
  })

  it('is read as a list, as a list in an object, and line by line', async () => {
    const records = '{"name":"A","n":1,"more":{"x":[1]}},{"name":"B","late":true}'
    for (const [name, content] of [
      ['a.json', `[${records}]`],
      ['b.json', `{"count":2,"tags":["x"],"rows":[${records}],"next":null}`],
      ['c.ndjson', records.replace('},{"name":"B"', '}\n{"name":"B"')],
    ] as const) {
      const found = await preview({ name, content })
      expect(titles(found)).toEqual(['name', 'n', 'more', 'late'])
      expect(found.rows).toEqual([
        ['A', '1', '{"x":[1]}', null],
        ['B', null, null, 'true'],
      ])
      expect(codes(found)).toEqual(['nestedValues'])
    }
  })

  it('of more keys than a table has columns tells how many are left out', async () => {
    const content = JSON.stringify(Array.from({ length: 1_500 }, (_, at) => ({ all: at, [`k${at}`]: at })))
    const found = await preview({ name: 'keys.json', content })
    expect(found.columns.length).toBe(1_000)
    expect(found.warnings).toEqual([{ code: 'columnsLeftOut', params: { count: 501, max: 1_000 } }])
  })

  it('has values of its own only, whatever its keys are called', async () => {
    const content = '[{"__proto__":"x","constructor":"y","a":1},{"a":2}]'
    const found = await preview({ name: 'p.json', content })
    expect(found.rows).toEqual([
      ['x', 'y', '1'],
      [null, null, '2'],
    ])
  })

  it('in lines lists those that are no records', async () => {
    const content = '{"a":1}\nnothing\n{"a":2}\n[3]\n'
    const status = await importAsNew(server, { name: 'l.ndjson', content }, as, 'Lines')
    expect(status).toMatchObject({ state: 'done', created: 2, failed: 2 })
  })
})

describe('a workbook', () => {
  const styles =
    '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="10"/></cellXfs></styleSheet>'
  const shared = '<sst><si><t>Name</t></si><si><r><t>An</t></r><r><t>na</t></r></si></sst>'

  it.each(['/xl/worksheets/sheet1.xml', '../xl/worksheets/sheet1.xml', './worksheets/sheet1.xml'])(
    'says where its sheets are from wherever it wants: %s',
    async (target) => {
      const rels = `<Relationships><Relationship Id="r0" Target="${target}"/></Relationships>`
      const sheets = { A: sheetRow(1, 'a', 'b') + sheetRow(2, 1, 2) }
      const content = workbook(sheets, { 'xl/_rels/workbook.xml.rels': rels })
      expect(titles(await preview({ name: 'w.xlsx', content }))).toEqual(['a', 'b'])
    },
  )

  it('is read with its dates, answers, shares, formulas and sheets', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Day</t></is></c><c r="C1" t="inlineStr"><is><t>At</t></is></c><c r="D1" t="inlineStr"><is><t>Yes</t></is></c><c r="E1" t="inlineStr"><is><t>Share</t></is></c><c r="F1" t="inlineStr"><is><t>Sum</t></is></c></row>',
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>45351</v></c><c r="C3" s="2"><v>45351.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" s="3"><v>0.125</v></c><c r="F3"><f>1+1</f><v>2</v></c></row>',
      '<row r="4"><c r="A4" t="e"><v>#N/A</v></c><c r="F4"><f>X</f></c><c r="D4" t="b"><v>0</v></c></row>',
    ].join('')
    const content = workbook(
      {
        First: `<worksheet><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
        Second: sheetRow(1, 'x', 1),
      },
      { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': shared },
    )
    const { id, sheets } = await uploadImport(server, { name: 'w.xlsx', content }, as)
    expect(sheets.map(({ name }) => name)).toEqual(['First', 'Second'])
    const found = await server.call('importPreview', { id }, as)
    expect(found.rows).toEqual([
      ['Anna', '2024-02-29', '2024-02-29 12:00:00', 'true', '12.5%', '2'],
      [null, null, null, 'false', null, null],
    ])
    expect(guesses(found)).toEqual(['SingleLineText', 'Date', 'DateTime', 'Checkbox', 'Percent', 'Number'])
    expect(codes(found)).toEqual(['formulas', 'formulasWithoutResult', 'mergedCells'])
    expect((await server.call('importPreview', { id, sheet: 1 }, as)).rows).toEqual([['x', '1']])
    const body = { api: 'importPreview', project_id: as.projectId, dbAlias: 'db', args: { id, sheet: 2 } }
    expectRefusal(
      await server.request('/dashboard/', { method: 'POST', token: as.token, body }),
      'IMPORT_SHEET_NOT_FOUND',
    )
  })
})
