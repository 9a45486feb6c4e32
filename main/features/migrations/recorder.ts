import { compareModels, differencesOf, type SchemaDiff, type SchemaModels } from '@main/db/schema-diff'
import { noRenames, type Renames, type SchemaModel } from '@main/db/schema-model'
import type { BeginRecording, RecordedChange } from '@main/features/tables'
import { fileText, titleOf, writeMigration, type MigrationFile } from './files'
import type { AppliedMigration, DatabaseKey, MigrationRepository } from './repository'
import { expectedAfter, modelsOf } from './run'

/** Writes changes of schemas as migrations. */
export interface Recorder {
  readonly begin: BeginRecording
  /** Writes the difference of two schemas as an applied migration; undefined if there is none. */
  readonly write: (
    key: DatabaseKey,
    models: SchemaModels,
    change: {
      readonly title: string
      readonly before: SchemaModel
      readonly after: SchemaModel
      /** Schema that the migrations give so far. */
      readonly expected: SchemaModel
      readonly userId: number | null
      readonly renames?: Renames
    },
  ) => Promise<MigrationFile | undefined>
}

export function createRecorder(options: {
  readonly repository: MigrationRepository
  readonly folderOf: (projectId: string) => string
  /** The database in use. */
  readonly keyOf: (projectId: string) => Promise<DatabaseKey>
  readonly now: () => string
  readonly report: (error: unknown) => void
}): Recorder {
  const { repository, folderOf, keyOf, now, report } = options

  const write: Recorder['write'] = async (
    key,
    models,
    { title, before, after, expected, userId, renames = noRenames },
  ) => {
    const there = compareModels(before, after, models, renames)
    if (differencesOf(there).length === 0) return undefined
    const back = compareModels(after, before, models, reversed(renames))
    const text = (diff: SchemaDiff): string =>
      fileText(
        models.script(diff).map(({ sql }) => sql),
        models.syntax,
      )
    const file = await writeMigration(folderOf(key.projectId), title, { up: text(there), down: text(back) })
    const applied: AppliedMigration = { ...file, status: 'applied', done: 0, userId, changedAt: now() }
    await repository.save(key, [applied], expectedAfter(expected, before, after, models), now())
    return file
  }

  return {
    write,
    begin: async (projectId, database) => {
      try {
        if (!(await repository.isOn(projectId))) return undefined
        const key = await keyOf(projectId)
        const expected = await repository.expected(key)
        if (expected === undefined) return undefined
        const models = modelsOf(database)
        const before = await models.read(database)
        return async (change) => {
          try {
            const after = await models.read(database)
            const title = titleOf(change.operation, change.tableAfter ?? change.table)
            const { userId } = change
            await write(key, models, { title, before, after, expected, userId, renames: renamesOf(change) })
          } catch (error) {
            // The change is made. It shows up as a difference, which can be written later.
            report(error)
          }
        }
      } catch (error) {
        report(error)
        return undefined
      }
    },
  }
}

/** Returns the names that a change gave, by its metadata. */
function renamesOf({ table, tableAfter, metadata }: RecordedChange): Renames {
  const tables = new Map<string, string>(tableAfter === null || tableAfter === table ? [] : [[table, tableAfter]])
  const columns = new Map<string, ReadonlyMap<string, string>>()
  for (const change of metadata) {
    if (change.kind === 'renameTable') tables.set(change.name, change.newName)
    if (change.kind === 'markTable' && (change.mark.renamed?.length ?? 0) > 0)
      columns.set(change.table, new Map(change.mark.renamed))
  }
  return { tables, columns }
}

function reversed({ tables, columns }: Renames): Renames {
  const back = (names: ReadonlyMap<string, string>): Map<string, string> =>
    new Map([...names].map(([old, name]) => [name, old]))
  const former = back(tables)
  return {
    tables: former,
    columns: new Map([...columns].map(([table, names]) => [former.get(table) ?? table, back(names)])),
  }
}
