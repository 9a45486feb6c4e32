import { Workbook } from '@cj-tech-master/excelts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnValuesOn, type ColumnValues } from './column-values'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library } from '@tests/helpers/library'

/** Exports a view on every kind of database: formatted, as stored values, and as SQL statements. */
await describeEngines('files of views', (engine) => {
  let library: Library
  let ids: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    library = await openLibrary(engine)
    await library.send('POST', 'Book/bulk', [
      { title: 'a|b *c* <i>\nsecond', price: 1234.5, pages: 1, writer: 2, printed: '2021-02-03' },
      { title: "it's \\ back", price: -2, pages: 2, writer: 1 },
    ])
    const found = await library.server.call(
      'tableXcModelGet',
      { tn: 'Book' },
      { token: library.owner.token, projectId: library.projectId },
    )
    const { v } = JSON.parse(String(found?.meta)) as {
      readonly v: readonly { readonly column: { readonly id: string; readonly title: string } }[]
    }
    ids = Object.fromEntries(v.map(({ column }) => [column.title, column.id]))
  })
  afterAll(() => library.close())

  /** Requests a file by POST, as the interface does. */
  const file = async (format: string, parameters: Readonly<Record<string, unknown>>) => {
    const answer = await library.call('POST', 'Book', { format, ...parameters }, { 'x-http-method-override': 'GET' })
    return { ...answer, lines: answer.text.split(/\r?\n/) }
  }
  const tags = (): string => ids['Book <=> Tag'] ?? ''
  const view = (): Readonly<Record<string, unknown>> => ({
    columns: ['title', 'writer', tags(), ids['By'] ?? '', ids['Twice'] ?? '', 'printed'],
    sort: '-title',
    where: '(pages,ge,100)',
  })

  it('hold its fields and no others, in its order', async () => {
    const shown = await file('csv', { ...view(), shown: 'true', locale: 'en-GB' })
    expect(shown.lines).toEqual([
      'title,writer,Book <=> Tag,By,Twice,printed',
      'Two,Ada,red,Ada,400,1 Jan 2021',
      'Three,Ada,,Ada,200,',
      'One,Ada,"blue, red",Ada,200,1 Jan 2020',
      'Four,Bo,o,Bo,600,5 May 2019',
      '',
    ])
    const raw = await file('tsv', { ...view(), limit: 1 })
    expect(raw.lines[1]).toBe('Two\t1\tred\tAda\t400\t2021-01-01')
  })

  it('are only of the records chosen, in the order of the view', async () => {
    const chosen = { columns: ['title'], keys: [['1'], ['4'], ['99']], sort: 'title' }
    expect((await file('csv', chosen)).lines).toEqual(['title', 'Four', 'One', ''])
    const many = Array.from({ length: 900 }, (_, at) => [String(at + 3)])
    const found = await file('csv', { columns: ['title'], keys: many, sort: '-id', where: '(pages,ge,100)' })
    expect(found.lines).toEqual(['title', 'Four', 'Three', ''])
  })

  it('are JSON with types, or with what people see', async () => {
    const fields = { columns: ['title', 'pages', tags(), 'writer'], where: '(id,eq,1)' }
    expect((await file('json', fields)).json).toEqual([
      { title: 'One', pages: 100, 'Book <=> Tag': ['blue', 'red'], writer: 1 },
    ])
    expect(JSON.parse((await file('ndjson', { ...fields, shown: 'true' })).text)).toEqual({
      title: 'One',
      pages: '100',
      'Book <=> Tag': ['blue', 'red'],
      writer: 'Ada',
    })
  })

  it('are Markdown in which every sign means itself', async () => {
    const { lines } = await file('markdown', {
      columns: ['title', 'price'],
      where: '(pages,lt,3)',
      sort: 'id',
      shown: 'true',
    })
    expect(lines).toEqual([
      '| title | price |',
      '| --- | ---: |',
      String.raw`| a\|b \*c\* &lt;i>` + '<br>second | 1,234.5 |',
      String.raw`| it's \\ back | -2 |`,
      '',
    ])
  })

  it('are statements that make the same rows anew', async () => {
    const { database } = library.opened
    const script = await file('sql', {
      columns: ['id', 'title', 'price', 'pages', 'writer', 'printed'],
      create: 'true',
    })
    const before = await library.rows('Book?limit=1000&hm=&bt=&mm=&fields=id,title,price,pages,writer,printed')
    const quoted = database.dialect.quote('Book')
    const copy = database.dialect.quote('Book_copy')
    for (const statement of statementsOf(script.text.replaceAll(quoted, copy)))
      await database.changeSchema([{ sql: statement, params: [] }])
    const read = async (table: string): Promise<unknown> =>
      database.read({
        sql: `SELECT * FROM (SELECT id, title, price, pages, writer, printed FROM ${table}) AS t`,
        params: [],
      })
    expect(before).toHaveLength(7)
    expect(await read(copy)).toEqual(await read(quoted))
  })

  it.each([
    { columns: ['nope'] },
    { columns: ['title'], fields: 'title' },
    { columns: ['title'], hm: 'Author' },
    { columns: ['title'], keys: [['1', '2']] },
    { columns: ['title'], keys: 'x' },
    { columns: ['title'], timeZone: 'Nowhere/Land' },
    { columns: ['title'], locale: 'not a locale' },
    { columns: ['title'], shown: 'perhaps' },
    { columns: ['title'], create: 'true' },
    { columns: ['title'], delimiter: 'x' },
    { columns: ['title'], widths: 'a' },
  ])('with %j are refused in words', async (parameters) => {
    const { status, error } = await file('csv', parameters)
    expect([status, error.code]).toEqual([400, expect.stringMatching(/^(QUERY_PARAMETER_INVALID|COLUMN_NOT_FOUND)$/)])
    expect(error.msg).toMatch(/^[A-Z].*\.$/)
  })

  it('of Excel have every value of every type that a sheet can hold, and the rest as exact texts', async () => {
    const as = { token: library.owner.token, projectId: library.projectId }
    const types: readonly ColumnValues[] = [
      // Files of another project, and texts that no sheet holds.
      ...columnValuesOn(engine).filter(({ type }) => type !== 'LongText' && type !== 'Attachment'),
      { type: 'Checkbox', values: [[true], [false]] },
    ]
    const columns = types.map(({ type, options = {} }) => ({ cn: type, _cn: type, uidt: type, meta: { ...options } }))
    await library.server.call('tableCreate', { tn: 'Every', columns }, as)
    const longest = Math.max(...types.map(({ values }) => values.length))
    const rows = Array.from({ length: longest }, (_, at) =>
      Object.fromEntries(types.flatMap(({ type, values }) => (values[at] ? [[type, values[at][0]]] : []))),
    )
    await library.send('POST', 'Every/bulk', rows)
    const answer = await fetch(`${library.server.origin}/nc/${library.projectId}/api/v1/Every`, {
      method: 'POST',
      headers: {
        'xc-auth': library.owner.token,
        'x-http-method-override': 'GET',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ format: 'xlsx', columns: types.map(({ type }) => type), shown: true, locale: 'de' }),
    })
    expect(answer.status).toBe(200)
    const workbook = new Workbook()
    await workbook.xlsx.load(Buffer.from(await answer.arrayBuffer()))
    const sheet = workbook.getWorksheet('Every')
    expect(sheet?.rowCount).toBe(longest + 1)
    const cells = (type: string): unknown[] => {
      const at = types.findIndex((each) => each.type === type) + 1
      return Array.from(
        { length: types[at - 1]?.values.length ?? 0 },
        (_, row) => sheet?.getRow(row + 2).getCell(at).value,
      )
    }
    expect(cells('Number').slice(0, 5)).toEqual([0, 0, 1, -1, 2 ** 53 - 1])
    expect(cells('Number')[7]).toBe('9007199254740993')
    expect(cells('Checkbox')).toContain(true)
    expect(cells('Date')).toContainEqual(new Date('2024-02-29T00:00:00Z'))
    expect(cells('Date')).toContain('0001-01-01')
    expect(cells('DateTime')).toContainEqual(new Date('2024-02-29T12:30:00Z'))
    expect(cells('SingleLineText')).toContain('=1+1')
    const hidden = workbook.getWorksheet('_basalt_columns')
    expect(hidden?.state).toBe('veryHidden')
    expect(hidden?.getRow(2).getCell(5).value).toBe(types[0]?.type)
  })
})

/** Splits a script into statements. None of ours has a `;` inside a text at the end of a line. */
function statementsOf(script: string): string[] {
  return script
    .split(';\n')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
