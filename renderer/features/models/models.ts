import { relationKey, type ModelKind } from '@common/principal/access'
import type { OperationOutput } from '@common/operations'
import type { ViewKind } from '@common/views'
import { useOperation } from '@renderer/api'
import { useAccess, type RoleColumn } from '@renderer/features/access'
import { useTranslation } from '@renderer/i18n'
import type { ProjectListEntry } from '@common/operations/projects'
import { useMemo } from 'react'
import { create } from 'zustand'

/** Kinds of models in the order of the screen. An SQL view (`view`) is stored as a table. */
export const modelTypes = ['table', 'view', 'tableView', 'relation', 'function', 'procedure'] as const
export type ModelType = (typeof modelTypes)[number]

/** A model that can be disabled for roles. */
export interface Model {
  readonly type: ModelType
  readonly kind: ModelKind
  /** Name in the database. */
  readonly name: string
  readonly title: string
  /** Kind of a view of a table. */
  readonly viewKind?: ViewKind
  /** Roles for which it is disabled, as stored. */
  readonly disabled: ReadonlySet<string>
}

export interface Models {
  readonly models: readonly Model[] | undefined
  readonly roles: readonly RoleColumn[] | undefined
  readonly error: Error | null
  readonly retry: () => void
}

const noNames: readonly string[] = []
const noRelations: OperationOutput<'relationList'> = []
const noViews: OperationOutput<'viewNameList'> = []

/** Returns the models of a project with the roles for which they are disabled. */
export function useModels(project: ProjectListEntry): Models {
  const { t } = useTranslation()
  const options = { projectId: project.id, silent: true }
  const { entries, roles, error, retry } = useAccess(project)
  const disabled = useOperation('disabledModelsRead', {}, options)
  const relations = useOperation('relationList', {}, options).data ?? noRelations
  const views = useOperation('viewNameList', {}, options).data ?? noViews
  const functions = useOperation('functionList', {}, options).data ?? noNames
  const procedures = useOperation('procedureList', {}, options).data ?? noNames
  const stored = disabled.data?.list
  const models = useMemo(() => {
    if (entries === undefined || stored === undefined) return undefined
    const storedFor = (kind: ModelKind, name: string): ReadonlySet<string> =>
      new Set(stored.find((each) => each.kind === kind && each.name === name)?.roles)
    const routines = (kind: 'function' | 'procedure', names: readonly string[]): Model[] =>
      names.map((name) => ({ type: kind, kind, name, title: name, disabled: storedFor(kind, name) }))
    return [
      ...entries.map(({ table, title, type, roles: rules }): Model => ({
        type,
        kind: 'table',
        name: table,
        title,
        disabled: new Set(rules.flatMap((each) => (each.disabled ? [each.role] : []))),
      })),
      ...views.map(({ id, title: view, table, kind }): Model => {
        const of = entries.find((entry) => entry.table === table)?.title ?? table
        const title = t('models.tableView', { table: of, view })
        return {
          type: 'tableView',
          kind: 'tableView',
          name: id,
          title,
          viewKind: kind,
          disabled: storedFor('tableView', id),
        }
      }),
      ...relations.map(({ childTable, childColumns, parentTable }): Model => {
        const name = relationKey(
          childTable.name,
          childColumns.map((column) => column.name),
        )
        const title = t('models.relation', {
          child: childTable.title,
          columns: childColumns.map((column) => column.title),
          parent: parentTable.title,
        })
        return { type: 'relation', kind: 'relation', name, title, disabled: storedFor('relation', name) }
      }),
      ...routines('function', functions),
      ...routines('procedure', procedures),
    ]
  }, [entries, stored, views, relations, functions, procedures, t])
  return {
    models,
    roles,
    error: error ?? disabled.error,
    retry: () => {
      retry()
      void disabled.refetch()
    },
  }
}

export const modelKey = ({ kind, name }: Pick<Model, 'kind' | 'name'>): string => `${kind}\n${name}`

/** Unsaved states by model and role: true if enabled. */
export type ModelDrafts = Readonly<Record<string, boolean>>

export const draftKey = (model: Pick<Model, 'kind' | 'name'>, role: string): string => `${role}\n${modelKey(model)}`

const none: ModelDrafts = {}

interface DraftsState {
  readonly byProject: Readonly<Record<string, ModelDrafts>>
}

/** Unsaved states of projects. They survive a closed tab, but not a reload. */
export const useModelDrafts = create<DraftsState>(() => ({ byProject: {} }))

export const draftsOf =
  (projectId: string) =>
  ({ byProject }: DraftsState): ModelDrafts =>
    byProject[projectId] ?? none

export const isEnabled = (model: Model, role: string, unsaved: ModelDrafts): boolean =>
  unsaved[draftKey(model, role)] ?? !model.disabled.has(role)

export const modelDrafts = {
  /** Enables or disables models for a role, as unsaved changes. */
  set: (projectId: string, models: readonly Model[], role: string, enabled: boolean): void =>
    useModelDrafts.setState(({ byProject }) => {
      const next: Record<string, boolean> = { ...byProject[projectId] }
      for (const model of models) {
        const key = draftKey(model, role)
        if (model.disabled.has(role) === enabled) next[key] = enabled
        else delete next[key]
      }
      return { byProject: { ...byProject, [projectId]: next } }
    }),
  clear: (projectId: string): void =>
    useModelDrafts.setState(({ byProject }) => {
      const { [projectId]: _cleared, ...others } = byProject
      return { byProject: others }
    }),
}
