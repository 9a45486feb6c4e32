import Database from 'better-sqlite3'
import { columns, rowOf } from './data'

/** The table with the linked rows: the columns of the others, and a reference. */
export const linkedTable = 'item'
export const linkedRows = 100_000
const makers = 1_000
const labels = 50
const partsPerItem = 3
const labelsPerItem = 2

/** Names of its stored columns. */
export const linkedColumns = [...columns.map(([name]) => name), 'maker']

/** Typical computed columns of its rows. */
export const computedColumns = {
  lookup: { title: 'MakerName', definition: { kind: 'lookup', link: 'maker <= item', column: 'name' } },
  rollup: {
    title: 'PartsPrice',
    definition: { kind: 'rollup', link: 'item => part', column: 'price', function: 'sum' },
  },
  formula: { title: 'Worth', definition: { kind: 'formula', formula: 'ROUND({amount} * {quantity}, 2)' } },
} as const

const typeOf: Readonly<Record<string, string>> = {
  Decimal: 'REAL',
  Currency: 'REAL',
  Number: 'INTEGER',
  Rating: 'INTEGER',
  Checkbox: 'BOOLEAN',
}

/**
 * Creates linked tables in a file that no other process has open: belongs-to, has-many and many-to-many, with their
 * indexes.
 */
export function fillLinks(file: string): void {
  const database = new Database(file)
  try {
    const mode = database.pragma('journal_mode', { simple: true }) as string
    database.pragma('journal_mode = OFF')
    database.pragma('synchronous = OFF')
    const defined = columns.slice(1).map(([name, type]) => `"${name}" ${typeOf[type] ?? 'TEXT'}`)
    database.exec(`
      CREATE TABLE maker (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
      CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, ${defined.join(', ')}, maker INTEGER REFERENCES maker (id));
      CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, price REAL, item INTEGER REFERENCES item (id));
      CREATE TABLE label (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
      CREATE TABLE item_label (
        item INTEGER REFERENCES item (id), label INTEGER REFERENCES label (id), PRIMARY KEY (item, label)
      );`)
    const insert = (table: string, count: number): Database.Statement =>
      database.prepare(`INSERT INTO ${table} VALUES (${Array.from({ length: count }, () => '?').join(', ')})`)
    const [maker, item, part, label, itemLabel] = [
      insert('maker', 2),
      insert('item', columns.length + 1),
      insert('part', 4),
      insert('label', 2),
      insert('item_label', 2),
    ]
    database.transaction(() => {
      for (let id = 1; id <= makers; id += 1) maker.run(id, `Maker ${id}`)
      for (let id = 1; id <= labels; id += 1) label.run(id, `Label ${id}`)
      for (let id = 1; id <= linkedRows; id += 1) {
        item.run(...rowOf(id), 1 + ((id * 7) % makers))
        for (let n = 0; n < partsPerItem; n += 1) part.run(null, `Part ${n} of ${id}`, n + (id % 100) / 100, id)
        for (let n = 0; n < labelsPerItem; n += 1) itemLabel.run(id, 1 + ((id + n * 17) % labels))
      }
    })()
    database.exec('CREATE INDEX part_item ON part (item); CREATE INDEX item_maker ON item (maker); ANALYZE')
    database.pragma(`journal_mode = ${mode}`)
  } finally {
    database.close()
  }
}

type Row = Record<string, unknown>

/** Returns the queries of the bare handler for lists with linked rows: a join, or one more statement. */
export function linkedQueries(
  database: Database.Database,
): Readonly<Record<string, (page: readonly number[]) => Row[]>> {
  const own = linkedColumns.map((name) => `i."${name}"`).join(', ')
  const page = 'ORDER BY i.id LIMIT ? OFFSET ?'
  const items = database.prepare<unknown[], Row>(`SELECT ${own} FROM item i ${page}`)
  const joined = database.prepare<unknown[], Row>(
    `SELECT ${own}, m.id AS m_id, m.name AS m_name FROM item i LEFT JOIN maker m ON m.id = i.maker ${page}`,
  )
  const many = (key: string, sql: string) => {
    const linked = database.prepare<unknown[], Row>(sql)
    return (values: readonly number[]): Row[] => {
      const rows = items.all(...values)
      const found = Map.groupBy(linked.all(JSON.stringify(rows.map(({ id }) => id))), ({ item }) => item)
      return rows.map((row) => ({ ...row, [key]: found.get(row['id']) ?? [] }))
    }
  }
  return {
    belongsTo: (values) =>
      joined.all(...values).map(({ m_id, m_name, ...row }) => ({ ...row, makerRead: { id: m_id, name: m_name } })),
    hasMany: many(
      'partList',
      'SELECT item, id, name FROM part WHERE item IN (SELECT value FROM json_each(?)) ORDER BY id',
    ),
    manyToMany: many(
      'labelMMList',
      `SELECT il.item, l.id, l.name FROM item_label il JOIN label l ON l.id = il.label
       WHERE il.item IN (SELECT value FROM json_each(?)) ORDER BY l.id`,
    ),
  }
}
