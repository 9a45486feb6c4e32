import type { Step } from '@main/db/statement'
import { quote, textLiteral } from './literals'
import type { TableObjects } from './schema-objects'

/** Source of a column in the new table. */
export interface CopiedColumn {
  readonly from: string
  readonly to: string
  /** Returns SQL of the new value from SQL of the old one. */
  readonly convert?: (value: string) => string
}

const rows = 'temp.basalt_rows'
const sequence = 'temp.basalt_sequence'
const step = (sql: string): Step => ({ sql, params: [] })

/**
 * Rebuilds a table under its own name with other text. Preserves rows, row numbers, the AUTOINCREMENT counter, indexes
 * and triggers.
 *
 * Follows https://sqlite.org/lang_altertable.html §7, except that the rows move to a temporary table instead of
 * renaming the new one. A rename rewrites every view, trigger and foreign key of the schema and fails if one was broken
 * before. Foreign keys must be off; temporary tables roll back as well.
 */
export function rebuildSteps(
  table: Pick<TableObjects, 'name' | 'indexes' | 'triggers'>,
  newSql: string,
  columns: readonly CopiedColumn[],
  options: { readonly rowId: string | null; readonly newRowId: string | null; readonly autoIncrement: boolean },
): Step[] {
  const name = quote(table.name)
  const keepRowId = options.rowId !== null && options.newRowId !== null
  const places = columns.map((_, at) => `c${at}`)
  const from = [...(keepRowId ? [options.rowId ?? ''] : []), ...columns.map((column) => quote(column.from))]
  const into = [...(keepRowId ? [options.newRowId ?? ''] : []), ...columns.map((column) => quote(column.to))]
  const values = columns.map(({ convert }, at) => (convert === undefined ? `c${at}` : convert(`c${at}`)))
  // Without declared types, values stay exactly as they are.
  const waiting = [...(keepRowId ? ['r INTEGER PRIMARY KEY'] : []), ...places]
  return [
    step('DROP TABLE IF EXISTS temp.basalt_rows'),
    step(`CREATE TABLE ${rows} (${waiting.length === 0 ? 'r INTEGER PRIMARY KEY' : waiting.join(', ')})`),
    ...(from.length === 0 ? [] : [step(`INSERT INTO ${rows} SELECT ${from.join(', ')} FROM main.${name}`)]),
    ...(options.autoIncrement
      ? [
          step('DROP TABLE IF EXISTS temp.basalt_sequence'),
          step(
            `CREATE TABLE ${sequence} AS SELECT seq FROM main.sqlite_sequence WHERE name = ${textLiteral(table.name)}`,
          ),
        ]
      : []),
    step(`DROP TABLE main.${name}`),
    step(newSql),
    ...(into.length === 0
      ? []
      : [
          step(
            `INSERT INTO main.${name} (${into.join(', ')}) SELECT ${[...(keepRowId ? ['r'] : []), ...values].join(', ')} FROM ${rows}${keepRowId ? ' ORDER BY r' : ''}`,
          ),
        ]),
    ...(options.autoIncrement
      ? [
          step(`DELETE FROM main.sqlite_sequence WHERE name = ${textLiteral(table.name)}`),
          step(`INSERT INTO main.sqlite_sequence (name, seq) SELECT ${textLiteral(table.name)}, seq FROM ${sequence}`),
          step(`DROP TABLE ${sequence}`),
        ]
      : []),
    step(`DROP TABLE ${rows}`),
    ...[...table.indexes, ...table.triggers].map(({ sql }) => step(sql)),
  ]
}
