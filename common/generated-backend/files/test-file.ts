import { arrow, imported, isShort, literal, paragraphs } from '../code'
import { changeableColumns, type BackendChild, type BackendColumn, type BackendTable, type FindTable } from '../model'

/** Writes `test/<slug>.test.ts`: the tests of the addresses of a table. */
export function testFile(table: BackendTable, find: FindTable): string {
  const { name, slug, key, children } = table
  const isReadOnly = key.length === 0
  const tests = isReadOnly
    ? [readOnlyTest(slug)]
    : [
        changeTest(table),
        isNarrow(table) ? shortListTest(slug) : listTest(table),
        rejectionTest(table),
        ...children.map((child) => childTest(table, child, find)),
      ]
  const helpers = isReadOnly
    ? ['createRow']
    : [...(hasChanges(table) ? ['changedRow'] : []), 'createRow', 'newRow', 'type Row']
  return paragraphs([
    `import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
${imported(['createTestApp', 'type TestApp'], './helpers/app.ts')}${imported(helpers, './helpers/rows.ts')}`,
    isReadOnly ? '' : pathFunction(table),
    `describe(${literal(name)}, () => {
  let app: TestApp

  beforeEach(async () => {
    app = await createTestApp()
  })
  afterEach(() => app.close())

${tests.map((test) => test.replaceAll(/^(?=.)/gm, '  ')).join('\n\n')}
})`,
  ])
}

/** A reference keeps its value when other columns change. */
const isSampled = ({ references }: BackendTable, column: BackendColumn): boolean =>
  !references.some(({ enforced, columns }) => enforced && columns.includes(column))

const hasChanges = (table: BackendTable): boolean => changeableColumns(table).some((column) => isSampled(table, column))

/** True if few values exist, so that two rows of a test may have the same ones. */
const isNarrow = ({ key }: BackendTable): boolean =>
  key.every(({ kind, options }) => kind === 'boolean' || options.length > 0)

function pathFunction({ slug, key }: BackendTable): string {
  const parts = key.map(({ property }) => `\${encodeURIComponent(String(row.${property}))}`)
  return arrow('const pathOf = (row: Row): string =>', `\`/${slug}/${parts.join('/')}\``)
}

function changeTest(table: BackendTable): string {
  const name = literal(table.slug)
  const changes = hasChanges(table)
    ? `
  const changes = changedRow(${name})
  assert.deepEqual(await app.patch(path, changes), { status: 200, body: { ...created, ...changes } })
`
    : ''
  return `it('creates, reads${changes === '' ? '' : ', changes'} and deletes a row', async () => {
  const row = await newRow(app.db, ${name})
  const { status, body: created } = await app.post('/${table.slug}', row)
  assert.equal(status, 201)
  assert.deepEqual(created, { ...created, ...row })

  const path = pathOf(created)
  assert.deepEqual(await app.get(path), { status: 200, body: created })
${changes}
  assert.equal((await app.delete(path)).status, 204)
  assert.equal((await app.get(path)).status, 404)
  assert.equal((await app.delete(path)).status, 404)
})`
}

function listTest({ slug, key }: BackendTable): string {
  const name = literal(slug)
  const upwards = encodeURIComponent(key.map(({ property }) => property).join(','))
  const downwards = encodeURIComponent(key.map(({ property }) => `-${property}`).join(','))
  const compared = key.find(({ kind }) => kind !== 'binary' && kind !== 'json')
  const filter =
    compared === undefined
      ? ''
      : `
  const value = encodeURIComponent(String(one.${compared.property}))
  const equal = await app.list(\`/${slug}?${encodeURIComponent(compared.property)}=\${value}\`)
  assert.deepEqual(
    equal.rows.filter((row) => pathOf(row) === pathOf(one)),
    [one],
  )
`
  return `it('lists rows by pages, in order and by value', async () => {
  const one = await createRow(app.db, ${name})
  const other = await createRow(app.db, ${name})
  const upwards = await app.list('/${slug}?sort=${upwards}')
  const downwards = await app.list('/${slug}?sort=${downwards}')
  assert.deepEqual(upwards.rows.map(pathOf).toSorted(), [one, other].map(pathOf).toSorted())
  assert.deepEqual(downwards.rows, upwards.rows.toReversed())
  const second = await app.list('/${slug}?sort=${upwards}&limit=1&offset=1')
  assert.deepEqual(second, { rows: upwards.rows.slice(1), total: 2 })
${filter}})`
}

function shortListTest(slug: string): string {
  return `it('lists rows', async () => {
  const row = await createRow(app.db, ${literal(slug)})
  assert.deepEqual(await app.list('/${slug}'), { rows: [row], total: 1 })
})`
}

function rejectionTest({ slug, columns }: BackendTable): string {
  const writable = columns.filter((column) => column.writable)
  const needed = writable.find(({ nullable, optional }) => !nullable && !optional)
  const long = writable.find(
    ({ kind, maxLength, options }) => kind === 'text' && maxLength !== undefined && options.length === 0,
  )
  const bodies = [
    "{ ...row, 'no-such-column': 1 }",
    ...(needed === undefined ? [] : ['incomplete']),
    ...(long === undefined ? [] : [`{ ...row, ${long.property}: 'x'.repeat(${(long.maxLength ?? 0) + 1}) }`]),
  ]
  const incomplete = needed && `  const { ${needed.property}: _missing, ...incomplete } = row\n`
  // The formatter gives objects lines of their own if there are several and nothing else.
  const list =
    bodies.length > 1 && needed === undefined
      ? `[\n${bodies.map((body) => `    ${body},\n`).join('')}  ]`
      : `[${bodies.join(', ')}]`
  const loop = `  for (const body of ${list})`
  const check = `assert.equal((await app.post('/${slug}', body)).status, 400)`
  return `it('rejects values and queries that do not fit', async () => {
  const row = await newRow(app.db, ${literal(slug)})
${incomplete ?? ''}${isShort(`  ${loop} ${check}`) ? `${loop} ${check}` : `${loop}\n    ${check}`}
  assert.equal((await app.list('/${slug}')).total, 0)
  for (const query of ['no-such-column=1', 'sort=no-such-column', 'limit=0'])
    assert.equal((await app.get(\`/${slug}?\${query}\`)).status, 400)
})`
}

function childTest(table: BackendTable, child: BackendChild, find: FindTable): string {
  const other = literal(find(child.table).slug)
  const given = child.columns.map(({ property }, at) => `${property}: row.${child.parentColumns[at]?.property ?? ''}`)
  return `it('lists the rows of ${child.path} that refer to a row', async () => {
  const row = await createRow(app.db, ${literal(table.slug)})
  const path = \`\${pathOf(row)}/${child.path}\`
  assert.deepEqual(await app.list(path), { rows: [], total: 0 })
  const child = await createRow(app.db, ${other}, { ${given.join(', ')} })
  assert.deepEqual(await app.list(path), { rows: [child], total: 1 })
})`
}

function readOnlyTest(slug: string): string {
  return `it('lists rows and writes none', async () => {
  const row = await createRow(app.db, ${literal(slug)})
  assert.deepEqual(await app.list('/${slug}'), { rows: [row], total: 1 })
  assert.equal((await app.post('/${slug}', row)).status, 404)
  assert.equal((await app.get('/${slug}?sort=no-such-column')).status, 400)
})`
}
