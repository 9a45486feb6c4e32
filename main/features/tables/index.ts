import { randomBytes } from 'node:crypto'
import type { Project } from '@common/model'
import type { metaOperations } from '@common/operations/meta'
import type { objectOperations } from '@common/operations/objects'
import type { queryTableOperations } from '@common/operations/query-tables'
import type { relationOperations } from '@common/operations/relations'
import type { tableOperations } from '@common/operations/tables'
import type { virtualColumnOperations } from '@common/operations/virtual-columns'
import type { Database } from '@main/db/database'
import type { MetaStep, MetaStore } from '@main/db/meta'
import { systemPrincipal } from '@common/principal'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { FeatureModule } from '@main/operations/module'
import { metaAudit, objectAudit, queryTableAudit, relationAudit, tableAudit, virtualColumnAudit } from './audit-rules'
import { createTableCatalog, type TableCatalog } from './catalog/catalog'
import { createChanges } from './changes/changes'
import { createCopiedTables, type CopiedTables } from './copies'
import { createTableDescriptions, type TableDescriptions } from './catalog/description'
import { createDriftService } from './drift/drift'
import { createDriftHandlers } from './drift/handlers'
import { createSchemaWatch } from './drift/watch'
import { createTableHandlers } from './handlers'
import { createImportedTables, type ImportedTables } from './imported'
import { createSchemaJournal, type BeginRecording } from './changes/journal'
import { madeColumnChanges, madeTableChanges, type MadeColumn, type MadeTable } from './changes/made'
import { metadataSteps } from './catalog/metadata'

export { madeLinkId } from './changes/made'
export { addOptions } from './columns/select-options'
export { columnNamed } from './columns/column-named'
import { createChecksService } from './objects/checks-service'
import { createObjectHandlers } from './objects/handlers'
import { createRoutinesService } from './objects/routines-service'
import { createObjectsService } from './objects/service'
import { createQueryTableHandlers } from './query-tables/handlers'
import { createQueryTables } from './query-tables/service'
import { createRelationHandlers } from './relations/handlers'
import { createRelationService, type RelationService } from './relations/service'
import { createTableService } from './service'
import { createTrashRestoring, type TrashRestoring } from './trash/restoring'
import { createVirtualColumnHandlers } from './virtual-columns/handlers'
import { createVirtualColumnService, type VirtualColumnService } from './virtual-columns/service'
import type { TableService } from './types'

export type { TableService } from './types'

export { callOf } from './calls'
export { plainDefault } from './columns/plain-default'
export { belongsToLink, hasManyLink, linkId, manyToManyLink, RelationGraph, type Relation } from './relations/links'
export { notingTable } from './table-values'
export type { TableCatalog, TableLookups } from './catalog/catalog'
export type { TableDescriptions } from './catalog/description'
export type { Call } from './changes/changes'
export type { BeginRecording, RecordedChange } from './changes/journal'
export { dropHidden } from './copies'
export type { CopiedRows, CopiedTables, CopyDone, CopyInput, ReadTables, StageTable } from './copies'
export type { ImportedTables, PlannedImport } from './imported'
export type { TrashRestoring } from './trash/restoring'
export type { VirtualColumnService } from './virtual-columns/service'

export interface TablesOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Returns the open database of a project. */
  readonly database: (projectId: string) => Promise<Database>
  /** Returns an open database synchronously. */
  readonly databaseNow?: ((projectId: string) => Database | undefined) | undefined
  /** @throws AppError PROJECT_NOT_FOUND */
  readonly project: (projectId: string) => Promise<Project>
  /** Awaited before each schema change. */
  readonly beforeChange?: () => Promise<void>
  /** Records changes of schemas. */
  readonly recorded?: BeginRecording
  /** Reports errors without a caller. */
  readonly report?: (error: unknown) => void
}

/** Tables of projects and changes of them. */
export interface Tables {
  readonly catalog: TableCatalog
  readonly descriptions: TableDescriptions
  readonly service: TableService
  readonly computed: VirtualColumnService
  readonly relations: RelationService
  readonly trash: TrashRestoring
  readonly imported: ImportedTables
  readonly copies: CopiedTables
  /** Runs statements that a user wrote, between changes of this project's schema. */
  readonly between: <T>(projectId: string, work: () => Promise<T>) => Promise<T>
  readonly modules: {
    readonly tables: FeatureModule<typeof tableOperations>
    readonly meta: FeatureModule<typeof metaOperations>
    readonly objects: FeatureModule<typeof objectOperations>
    readonly queryTables: FeatureModule<typeof queryTableOperations>
    readonly relations: FeatureModule<typeof relationOperations>
    readonly virtualColumns: FeatureModule<typeof virtualColumnOperations>
  }
}

export function createTables(options: TablesOptions): Tables {
  const { store, clock, ids, database, databaseNow, project } = options
  const journal = createSchemaJournal({ store, clock, ids, before: options.beforeChange, recorded: options.recorded })
  const watch = createSchemaWatch({ store, journal, report: options.report ?? (() => undefined) })
  const { firstLook } = watch
  const tables = createTableCatalog({ store, database, databaseNow, project, journal, firstLook })
  // Schema changes were permitted as a whole. They run as the system and see whole tables.
  const catalog = tables.as(systemPrincipal)
  const changes = createChanges({ catalog, journal, watch, database, project, ids })
  const before = options.beforeChange ?? (() => Promise.resolve())
  const drift = createDriftService({ store, catalog, changes, watch, before })
  const service = createTableService(catalog, changes)
  const relations = createRelationService(catalog, changes)
  const computed = createVirtualColumnService(catalog, changes)
  const descriptions = createTableDescriptions(tables, database)
  return {
    catalog: tables,
    descriptions,
    service,
    computed,
    relations,
    trash: createTrashRestoring(catalog, changes),
    imported: createImportedTables(catalog, changes),
    copies: createCopiedTables({ store, clock, catalog, changes }),
    between: (projectId, work) =>
      changes.inTurn(projectId, async () => {
        await before()
        return work()
      }),
    modules: {
      tables: {
        handlers: createTableHandlers({
          catalog: tables,
          service,
          computed,
          descriptions,
          database,
        }),
        audit: tableAudit,
      },
      meta: { handlers: createDriftHandlers(tables, drift), audit: metaAudit },
      objects: {
        handlers: createObjectHandlers(
          createObjectsService(catalog, changes),
          createChecksService(catalog, changes),
          createRoutinesService(catalog, changes),
          tables,
          database,
        ),
        audit: objectAudit,
      },
      queryTables: {
        handlers: createQueryTableHandlers(createQueryTables(catalog, changes), catalog),
        audit: queryTableAudit,
      },
      relations: { handlers: createRelationHandlers(tables, relations), audit: relationAudit },
      virtualColumns: { handlers: createVirtualColumnHandlers(computed, tables), audit: virtualColumnAudit },
    },
  }
}

/** Returns the statements that store the metadata of generated tables and computed columns. */
export function tableMetadataSteps(
  projectId: string,
  tables: readonly MadeTable[],
  computed: readonly MadeColumn[],
  now: string,
): MetaStep[] {
  const newId = (): string => randomBytes(16).toString('hex')
  const changes = [...madeTableChanges(tables, newId), ...madeColumnChanges(computed)]
  return metadataSteps(projectId, changes, now, newId())
}
