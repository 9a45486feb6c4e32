import { AppError } from '@common/errors'
import { roleReference } from '@common/permissions/custom-role'
import type { Principal } from '@common/principal'
import { modelKinds, relationKey, type ModelKind } from '@common/principal/access'
import { isRelationListed, isRoutineListed, isViewListed } from '@common/principal/rules'
import type { TablesInSight } from '@common/principal/sight'
import { deleteFrom, insertOrIgnore, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { ProjectAccesses } from './project-access'
import { accessChanged } from './repository'
import { ruledRole } from './table-rules'

const { disabledModels, views } = metaTables

export interface DisabledModel {
  readonly kind: ModelKind
  readonly name: string
  readonly disabled: Readonly<Record<string, boolean>>
}

/** A relation, by the columns of its reference. */
interface Relation {
  readonly childTable: string
  readonly childColumns: readonly string[]
  readonly parentTable: string
}

/** Look-ups of what can be turned off. */
export interface ModelTables extends TablesInSight {
  readonly allRelations: (projectId: string) => Promise<readonly Relation[]>
}

/** Functions and procedures of a project's database. */
export type ListRoutines = (projectId: string, kind: 'function' | 'procedure') => Promise<readonly string[]>

/** Tables, routines and relations that don't exist for some roles. */
export interface DisabledModels {
  /** Lists what is disabled, without what is hidden from the caller. */
  readonly list: (
    principal: Principal,
    projectId: string,
  ) => Promise<{ kind: ModelKind; name: string; roles: string[] }[]>
  /**
   * @returns the models by their stored names: callers may name a table by its title
   * @throws AppError RULES_NOT_YOURS, ROLE_NOT_FOUND, and a code of its kind for a model that doesn't exist
   */
  readonly save: (
    principal: Principal,
    projectId: string,
    models: readonly DisabledModel[],
  ) => Promise<readonly DisabledModel[]>
}

export function createDisabledModels(options: {
  readonly store: MetaStore
  readonly accesses: ProjectAccesses
  readonly tables: (principal: Principal) => ModelTables
  readonly routines: ListRoutines
}): DisabledModels {
  const { store, accesses, tables, routines } = options

  /** Returns a function that tells if a model exists for a principal, and asks for each kind once. */
  const existsFor = (principal: Principal, projectId: string) => {
    const lookups = tables(principal)
    const isRelationSeen = async ({ childTable, childColumns, parentTable }: Relation): Promise<boolean> => {
      if (!isRelationListed(principal, childTable, childColumns)) return false
      const [child, parent] = await Promise.all([childTable, parentTable].map((of) => lookups.named(projectId, of)))
      const columns = new Set(child?.columns.map(({ name }) => name))
      return parent !== undefined && childColumns.every((column) => columns.has(column))
    }
    const read = async (kind: ModelKind): Promise<ReadonlySet<string>> => {
      switch (kind) {
        case 'table':
          return new Set((await lookups.list(projectId)).map(({ name }) => name))
        case 'tableView': {
          const tablesSeen = new Set((await lookups.list(projectId)).map(({ name }) => name))
          const all = await store.select(views, { project_id: projectId })
          const seen = all.filter(
            (view) => view.title_key !== '' && tablesSeen.has(view.table_name) && isViewListed(principal, view.id),
          )
          return new Set(seen.map(({ id }) => id))
        }
        case 'function':
        case 'procedure':
          return new Set((await routines(projectId, kind)).filter((name) => isRoutineListed(principal, kind, name)))
        case 'relation': {
          const all = await lookups.allRelations(projectId)
          const seen = await Promise.all(all.map(async (each) => ((await isRelationSeen(each)) ? [each] : [])))
          return new Set(seen.flat().map(({ childTable, childColumns }) => relationKey(childTable, childColumns)))
        }
      }
    }
    const known = new Map<ModelKind, Promise<ReadonlySet<string>>>()
    return async (kind: ModelKind, name: string): Promise<boolean> => {
      const names = known.get(kind) ?? read(kind)
      known.set(kind, names)
      return (await names).has(name)
    }
  }

  return {
    list: async (principal, projectId) => {
      const rows = await store.select(disabledModels, { project_id: projectId }, { orderBy: ['kind', 'name', 'role'] })
      const models = new Map<string, { kind: ModelKind; name: string; roles: string[] }>()
      for (const { kind, name, role } of rows) {
        const key = `${kind}\n${name}`
        const model = models.get(key) ?? { kind: kindOf(kind), name, roles: [] }
        models.set(key, model)
        model.roles.push(role)
      }
      const all = [...models.values()]
      if (principal.access === undefined) return all
      const exists = existsFor(principal, projectId)
      const seen = await Promise.all(all.map(async (model) => ((await exists(model.kind, model.name)) ? [model] : [])))
      return seen.flat()
    },

    save: async (principal, projectId, models) => {
      const access = await accesses.now(projectId)
      const exists = existsFor(principal, projectId)
      const stored = await store.select(disabledModels, { project_id: projectId })
      const isStored = (kind: ModelKind, name: string): boolean =>
        principal.access === undefined && stored.some((row) => row.kind === kind && row.name === name)
      const steps: MetaStep[] = []
      const saved: DisabledModel[] = []
      for (const { kind, name, disabled } of models) {
        const found = kind === 'table' ? (await tables(principal).find(projectId, name))?.name : name
        const isThere = found !== undefined && (await exists(kind, found))
        // Models that are gone can still be turned on again.
        const isLeft = Object.values(disabled).every((off) => !off) && isStored(kind, name)
        if (!isThere && !isLeft) throw notFound(kind, name)
        const model = { kind, name: found ?? name }
        saved.push({ ...model, disabled })
        for (const [reference, isDisabled] of Object.entries(disabled)) {
          const role = roleReference(ruledRole(principal, access, reference))
          const row = { project_id: projectId, role, ...model }
          steps.push(
            isDisabled
              ? insertOrIgnore(disabledModels, ['project_id', 'role', 'kind', 'name'], row)
              : deleteFrom(disabledModels, row),
          )
        }
      }
      if (steps.length > 0) await store.transact([...steps, accessChanged(projectId)])
      return saved
    },
  }
}

function notFound(kind: ModelKind, name: string): AppError {
  if (kind === 'table') return new AppError('TABLE_NOT_FOUND', { table: name })
  if (kind === 'tableView') return new AppError('TABLE_VIEW_NOT_FOUND')
  return kind === 'relation' ? new AppError('RELATION_NOT_FOUND') : new AppError('ROUTINE_NOT_FOUND', { kind, name })
}

const kindOf = (kind: string): ModelKind => modelKinds.find((each) => each === kind) ?? 'table'
