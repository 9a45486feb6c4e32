import Database from 'better-sqlite3'

/** A column of the generated tables: name, UI type, and true if it gets an index. */
export const columns = [
  ['id', 'ID'],
  ['title', 'SingleLineText'],
  ['code', 'SingleLineText'],
  ['notes', 'LongText'],
  ['amount', 'Decimal'],
  ['price', 'Currency'],
  ['quantity', 'Number'],
  ['score', 'Number'],
  ['rating', 'Rating'],
  ['active', 'Checkbox'],
  ['status', 'SingleLineText'],
  ['tags', 'LongText'],
  ['day', 'Date'],
  ['moment', 'DateTime'],
  ['email', 'Email'],
] as const

/** Sorted and filtered along an index; `score` holds the same kind of numbers without one. */
export const indexedColumn = 'quantity'
export const quantities = 10_000

const words = ['amber', 'basalt', 'cedar', 'delta', 'ember', 'fjord', 'granite', 'harbour', 'island', 'juniper', 'kelp']
const statuses = ['open', 'paid', 'late', 'void']

/** Returns the row of a number. Always the same: an integer hash replaces randomness. */
export function rowOf(id: number): (string | number)[] {
  const mixed = Math.imul(id ^ (id >>> 15), 0x2c1b3c6d) >>> 0
  const other = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0
  const word = (shift: number): string => words[(mixed >>> shift) % words.length] ?? ''
  const day = `20${String(10 + (mixed % 16)).padStart(2, '0')}-${String(1 + (other % 12)).padStart(2, '0')}-${String(1 + ((other >>> 8) % 28)).padStart(2, '0')}`
  return [
    id,
    `${word(3)} ${word(11)} ${id}`,
    `C-${mixed.toString(36)}`,
    `The ${word(7)} of ${word(13)} by the ${word(17)}, number ${id}.`,
    (mixed % 1_000_000) / 100,
    (other % 20_000) / 100,
    mixed % quantities,
    other % 1_000_000,
    1 + (mixed % 5),
    other & 1,
    statuses[(mixed >>> 9) % statuses.length] ?? '',
    `${word(5)},${word(19)}`,
    day,
    `${day} ${String((other >>> 3) % 24).padStart(2, '0')}:${String((other >>> 5) % 60).padStart(2, '0')}:00`,
    `user${id}@example.com`,
  ]
}

/** Fills a table that the server created. No other process has the file open. */
export function fill(file: string, table: string, rows: number): void {
  const database = new Database(file)
  try {
    const mode = database.pragma('journal_mode', { simple: true }) as string
    database.pragma('journal_mode = OFF')
    database.pragma('synchronous = OFF')
    const names = columns.map(([name]) => `"${name}"`).join(', ')
    const insert = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
    database.transaction(() => {
      for (let id = 1; id <= rows; id += 1) insert.run(...rowOf(id))
    })()
    database.exec(`CREATE INDEX "${table}_${indexedColumn}" ON "${table}" ("${indexedColumn}")`)
    database.exec('ANALYZE')
    database.pragma(`journal_mode = ${mode}`)
  } finally {
    database.close()
  }
}

/** Copies a table into a separate file, as another program would create it. */
export function copyTable(from: string, table: string, to: string, journal: 'WAL' | 'DELETE'): void {
  const database = new Database(to)
  try {
    database.prepare('ATTACH ? AS ours').run(from)
    const made = database.prepare(`SELECT sql FROM ours.sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL`).pluck()
    const [create = '', ...indexes] = made.all(table) as string[]
    database.exec(create)
    database.exec(`INSERT INTO main."${table}" SELECT * FROM ours."${table}"`)
    for (const index of indexes) database.exec(index)
    database.exec('DETACH ours; ANALYZE')
    database.pragma(`journal_mode = ${journal}`)
  } finally {
    database.close()
  }
}
