/**
 * Rewrites new tables and indexes of the meta store, written in the SQL that our engines share, for this kind of server:
 * references beside a column, text without a limit, the bytes of a key.
 */
export function sharedSql(sql: string): string {
  if (/^\s*CREATE TABLE\b/i.test(sql)) return createTable(sql)
  // An index of 3072 bytes can't hold four columns of 255 characters; a prefix of the row key is enough.
  if (/^\s*CREATE INDEX\b/i.test(sql)) return sql.replace(/\brow_key\b/, 'row_key(128)')
  return sql
}

/** MySQL 8 ignores inline references, so they move to the end of the table. */
function createTable(sql: string): string {
  const references: string[] = []
  const lines = sql.replace(/ text\b/g, ' longtext').split('\n')
  const columns = lines.map((line) => {
    const [, name, rest] = /^\s*(\w+)\b.* (REFERENCES \w+ \([^)]*\)(?: ON DELETE \w+)?)/.exec(line) ?? []
    if (name === undefined || rest === undefined) return line
    references.push(`FOREIGN KEY (${name}) ${rest}`)
    return line.replace(` ${rest}`, '')
  })
  const body = columns.join('\n')
  const end = body.lastIndexOf(')')
  const keys = references.map((reference) => `, ${reference}`).join('')
  return `${body.slice(0, end)}${keys}) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`
}
