import { makeRecordStore, type SampleTable } from '@common/sample'
import type { Database, Step } from '@main/db/database'

/**
 * Fills an empty database with the sample: tables, foreign keys and rows in one transaction.
 *
 * @returns the tables in the order of the list, with titles, types and options: the metadata to keep
 */
export async function createSampleDatabase(database: Database): Promise<readonly SampleTable[]> {
  const tables = makeRecordStore()
  await database.changeSchema(tables.flatMap((table) => sampleSteps(database, table)))
  return tables
}

function sampleSteps({ dialect }: Database, table: SampleTable): Step[] {
  const { quote, placeholder, schema } = dialect
  const name = quote(table.name)
  const columns = table.columns.map((column) => quote(column.name)).join(', ')
  const places = table.columns.map((_, index) => placeholder(index + 1)).join(', ')
  // Links are followed from both ends, and a database looks for the rows that point to one it deletes.
  const indexes = table.foreignKeys.map(({ columns: keys }) => ({
    sql: `CREATE INDEX ${quote(`${table.name}_${keys.join('_')}`)} ON ${name} (${keys.map(quote).join(', ')})`,
    params: [],
  }))
  return [
    ...schema.createTable(table.name, table.columns, table.foreignKeys).up,
    { sql: `INSERT INTO ${name} (${columns}) VALUES (${places})`, params: [], batch: table.rows },
    ...indexes,
  ]
}
