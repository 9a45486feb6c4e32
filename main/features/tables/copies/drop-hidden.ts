import type { Database } from '@main/db/database'

/**
 * Drops hidden tables, as far as they exist, with the foreign keys between them.
 *
 * @throws AppError errors of the database; some tables may be left then
 */
export async function dropHidden(database: Database, names: readonly string[]): Promise<void> {
  const left = await dropFreeTables(database, names)
  if (left.length === 0) return
  // These refer to each other in a circle.
  await dropForeignKeys(database, new Set(left))
  const [stuck] = await dropFreeTables(database, left)
  if (stuck !== undefined) await database.changeSchema([dropOf(database, stuck)])
}

/** Drops tables as long as any can be dropped. @returns the others */
async function dropFreeTables(database: Database, names: readonly string[]): Promise<readonly string[]> {
  // In reverse, as later tables may refer to earlier ones.
  for (let left = names.toReversed(); ;) {
    const failed: string[] = []
    for (const name of left) await database.changeSchema([dropOf(database, name)]).catch(() => failed.push(name))
    if (failed.length === 0 || failed.length === left.length) return failed
    left = failed
  }
}

const dropOf = ({ dialect: { quote } }: Database, name: string) => ({
  sql: `DROP TABLE IF EXISTS ${quote(name)}`,
  params: [],
})

async function dropForeignKeys(database: Database, names: ReadonlySet<string>): Promise<void> {
  const { introspect, schema } = database.dialect
  for (const { table, foreignKey } of await introspect.listReferences(database)) {
    if (!names.has(table)) continue
    const { up } = await schema.dropForeignKey(database, table, foreignKey, [])
    await database.changeSchema(up)
  }
}
