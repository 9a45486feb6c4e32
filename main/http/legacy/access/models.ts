import { AppError } from '@common/errors'
import type { TableSummary } from '@common/model'
import { accessOperations } from '@common/operations/access'
import { relationKey, type ModelKind } from '@common/principal/access'
import type { DisabledModel } from '@main/features/access'
import type { Tables } from '@main/features/tables'
import type { Views } from '@main/features/views'
import { inProject, type CallContext } from '@main/operations/context'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { required } from '../required'
import { name, nothing } from '../shapes'
import type { AccessCallServices } from './calls'

/** Services behind the calls about models. */
export interface ModelCallServices extends AccessCallServices {
  readonly tables: Tables
  readonly views: Pick<Views, 'handlers'>
}

/** `view` is an SQL view, `vtable` a view of a table. */
const types = ['table', 'view', 'vtable', 'function', 'procedure', 'relation'] as const
type ModelType = (typeof types)[number]
/** Name of views of tables in requests. Their entries have the type `vtable`, as in the list of views. */
const tableView = 'table_view'
const requested = ['table', 'view', 'function', 'procedure', 'relation', tableView] as const
/** Roles that the page of the original shows. */
const shownRoles = ['editor', 'commenter', 'viewer'] as const

const disabled = z.record(z.string(), z.boolean())
/** `ptn` is the table of a view of a table; null for the others. */
const entry = z.looseObject({ type: z.enum(types), ptn: z.string().nullable(), disabled })
const model = z.object({ title: z.string(), alias: z.string(), type: z.enum(types), enabled: z.boolean() })
/** A model by the name that its type has in the answers. */
const named = {
  tn: name.nullish(),
  _tn: name.nullish(),
  view_name: name.nullish(),
  function_name: name.nullish(),
  procedure_name: name.nullish(),
  relation_name: name.nullish(),
  /** Table of a view of a table. */
  ptn: z.string().nullish(),
  disabled,
}
type Named = z.infer<z.ZodObject<typeof named>>
const saveErrors = [...accessOperations.disabledModelsSave.errors, 'NOT_SUPPORTED'] as const

/** A model of a project, with the roles for which it is disabled. */
interface Model {
  readonly type: ModelType
  /** As `disabledModelsSave` takes it. */
  readonly key: { readonly kind: ModelKind; readonly name: string }
  readonly title: string
  /** Names of the model in the words of the original. */
  readonly names: Readonly<Record<string, string>>
  /** Table of a view of a table. */
  readonly table?: string
  readonly disabled: ReadonlySet<string>
}

/** Calls that turn models on and off for roles (wire §13.4), and list models (wire §4.4). */
export const modelCalls = (services?: ModelCallServices) => ({
  xcVisibilityMetaGet: scripted(
    {
      reads: ['access', 'schema', 'metadata'],
      scope: 'project',
      permission: 'access.manage',
      input: z.strictObject({ type: z.enum([...requested, 'all']).default('all') }),
      output: z.array(entry),
      errors: [],
    },
    {
      handle: async (context, { type }) => {
        const models = await modelsOf(context, services, typesIn(type))
        return models.map((each) => ({
          ...each.names,
          type: each.type,
          ptn: each.table ?? null,
          disabled: disabledFor(each.disabled),
        }))
      },
    },
  ),
  xcVisibilityMetaSet: scripted(
    {
      changes: ['access'],
      scope: 'project',
      permission: 'access.manage',
      input: z.strictObject({
        type: z.enum(requested),
        disableList: z.array(z.looseObject(named)).max(10_000),
      }),
      output: nothing,
      errors: saveErrors,
    },
    {
      handle: async (context, { type, disableList }) => {
        const viewNamed = await viewFinder(context, services)
        await save(
          context,
          services,
          disableList.map((each) => modelNamed(type, each, viewNamed)),
        )
        return undefined
      },
      audit: () => ({ operation: 'TABLE_ACL/DISABLED' }),
    },
  ),
  /** `ptn` is the table of a view of a table, and null for all others. */
  xcVisibilityMetaSetAll: scripted(
    {
      changes: ['access'],
      scope: 'project',
      permission: 'access.manage',
      input: z.strictObject({
        disableList: z
          .array(z.looseObject({ ...named, type: z.string().nullish(), ptn: z.string().nullable() }))
          .max(10_000),
      }),
      output: nothing,
      errors: saveErrors,
    },
    {
      handle: async (context, { disableList }) => {
        const viewNamed = await viewFinder(context, services)
        await save(
          context,
          services,
          disableList.map((each) =>
            modelNamed(each.ptn === null ? (each.type ?? 'table') : tableView, each, viewNamed),
          ),
        )
        return undefined
      },
      audit: () => ({ operation: 'TABLE_ACL/DISABLED' }),
    },
  ),
  /** The original answers an empty list always. */
  xcModelsList: scripted(
    {
      reads: ['schema'],
      scope: 'project',
      permission: 'view.save',
      input: z.strictObject({}),
      output: z.array(z.never()),
      errors: [],
    },
    { handle: () => [] },
  ),
  xcTableModelsList: listCall('table', services),
  xcViewModelsList: listCall('view', services),
  xcFunctionModelsList: listCall('function', services),
  xcProcedureModelsList: listCall('procedure', services),
  xcTableModelsEnable: enableCall('table', services),
  xcViewModelsEnable: enableCall('view', services),
  xcFunctionModelsEnable: enableCall('function', services),
  xcProcedureModelsEnable: enableCall('procedure', services),
})

const listCall = (type: ModelType, services: ModelCallServices | undefined) =>
  scripted(
    {
      reads: ['access', 'schema', 'metadata'],
      scope: 'project',
      permission: 'view.save',
      input: z.strictObject({}),
      output: z.array(model),
      errors: [],
    },
    {
      handle: async (context) =>
        (await modelsOf(context, services, [type])).map((each) => ({
          title: each.key.name,
          alias: each.title,
          type: each.type,
          enabled: !shownRoles.every((role) => each.disabled.has(role)),
        })),
    },
  )

/** Enables the named models for editors, commenters and viewers, and disables the others. */
const enableCall = (type: ModelType, services: ModelCallServices | undefined) =>
  scripted(
    {
      changes: ['access'],
      scope: 'project',
      permission: 'access.manage',
      input: z.array(name).max(10_000),
      output: nothing,
      errors: saveErrors,
    },
    {
      handle: async (context, titles) => {
        const models = await modelsOf(context, services, [type])
        const known = new Set(models.flatMap(({ key, title }) => [key.name, title]))
        const unknown = titles.find((title) => !known.has(title))
        if (unknown !== undefined) throw new AppError('TABLE_NOT_FOUND', { table: unknown })
        await save(
          context,
          services,
          models.map(({ key, title }) => {
            const off = !titles.includes(key.name) && !titles.includes(title)
            return { ...key, disabled: Object.fromEntries(shownRoles.map((role) => [role, off])) }
          }),
        )
        return undefined
      },
      audit: () => ({ operation: 'TABLE_ACL/DISABLED' }),
    },
  )

/** Returns the entry for the roles that the page of the original shows, and all others for which it is disabled. */
export const disabledFor = (roles: ReadonlySet<string>): Record<string, boolean> =>
  Object.fromEntries([...new Set([...shownRoles, ...roles])].map((role) => [role, roles.has(role)]))

const typesIn = (type: (typeof requested)[number] | 'all'): readonly ModelType[] => {
  if (type === 'all') return types
  return type === tableView ? ['vtable'] : [type]
}

/** An SQL view is disabled like a table. @throws AppError NOT_SUPPORTED */
function kindOf(type: string): ModelKind {
  if (type === 'table' || type === 'view') return 'table'
  if (type === 'function' || type === 'procedure' || type === 'relation') return type
  throw new AppError('NOT_SUPPORTED')
}

type ViewFinder = (table: string, title: string) => string

/** Returns a function that finds the id of a view of a table by its title. */
async function viewFinder(context: CallContext, services: ModelCallServices | undefined): Promise<ViewFinder> {
  const views = await modelsOf(context, services, ['vtable'])
  return (table, title) => {
    const found = views.find((view) => view.table === table && view.title === title)
    if (found === undefined) throw new AppError('TABLE_VIEW_NOT_FOUND')
    return found.key.name
  }
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NOT_FOUND, NOT_SUPPORTED */
function modelNamed(type: string, given: Named, viewNamed: ViewFinder): DisabledModel {
  const isView = type === tableView || type === 'vtable'
  const { ptn: table, disabled: wanted } = given
  if (!isView) return { kind: kindOf(type), name: nameIn(given), disabled: wanted }
  if (typeof table !== 'string') throw new AppError('TABLE_NOT_FOUND', { table: '' })
  return { kind: 'tableView', name: viewNamed(table, given.view_name ?? nameIn(given)), disabled: wanted }
}

/** @throws AppError TABLE_NOT_FOUND */
function nameIn(given: Named): string {
  const found =
    given.relation_name ?? given.tn ?? given.view_name ?? given.function_name ?? given.procedure_name ?? given._tn
  if (found === undefined || found === null) throw new AppError('TABLE_NOT_FOUND', { table: '' })
  return found
}

/** Saves what differs: scripts send back all that they read. */
async function save(
  context: CallContext,
  services: ModelCallServices | undefined,
  models: readonly DisabledModel[],
): Promise<void> {
  const { principal, projectId } = inProject(context)
  const { models: service, saving } = required(services).access
  const stored = new Map(
    (await service.list(principal, projectId)).map(({ kind, name: of, roles }) => [`${kind}\n${of}`, roles]),
  )
  const changed = models.flatMap(({ kind, name: of, disabled: wanted }): DisabledModel[] => {
    const before = stored.get(`${kind}\n${of}`) ?? []
    const roles = Object.entries(wanted).filter(([role, off]) => before.includes(role) !== off)
    return roles.length === 0 ? [] : [{ kind, name: of, disabled: Object.fromEntries(roles) }]
  })
  await saving.disable(context, changed)
}

/** Returns the models of some types that the caller sees. */
async function modelsOf(
  context: CallContext,
  services: ModelCallServices | undefined,
  wanted: readonly ModelType[],
): Promise<Model[]> {
  const { principal, projectId } = inProject(context)
  const { access, tables, views } = required(services)
  const stored = await access.models.list(principal, projectId)
  const disabledIn = (kind: ModelKind, of: string): ReadonlySet<string> =>
    new Set(stored.find((each) => each.kind === kind && each.name === of)?.roles)
  const table = ({ name: tn, title, type }: TableSummary): Model => ({
    type,
    key: { kind: 'table', name: tn },
    title,
    names: { tn, _tn: title, ...(type === 'view' && { view_name: tn }) },
    disabled: disabledIn('table', tn),
  })
  const routine =
    (kind: 'function' | 'procedure') =>
    (of: string): Model => ({
      type: kind,
      key: { kind, name: of },
      title: of,
      names: { [`${kind}_name`]: of },
      disabled: disabledIn(kind, of),
    })
  const { objects, relations } = tables.modules
  const all = await Promise.all(
    wanted.map(async (type): Promise<Model[]> => {
      switch (type) {
        case 'table':
        case 'view':
          return (await tables.catalog.as(principal).list(projectId)).filter((each) => each.type === type).map(table)
        case 'vtable':
          return (await views.handlers.viewNameList(context, {})).map(({ id, title, table: of, kind }): Model => ({
            type,
            key: { kind: 'tableView', name: id },
            title,
            names: { id, tn: title, _tn: title, view_name: title, show_as: kind },
            table: of,
            disabled: disabledIn('tableView', id),
          }))
        case 'function':
          return (await objects.handlers.functionList(context, {})).map(routine(type))
        case 'procedure':
          return (await objects.handlers.procedureList(context, {})).map(routine(type))
        case 'relation':
          return (await relations.handlers.relationList(context, {})).map(
            ({ childTable, childColumns, parentTable, parentColumns }): Model => {
              const names = childColumns.map((column) => column.name)
              const key = relationKey(childTable.name, names)
              return {
                type,
                key: { kind: type, name: key },
                title: key,
                names: {
                  relation_name: key,
                  tn: childTable.name,
                  cn: names.join(','),
                  rtn: parentTable.name,
                  rcn: parentColumns.map((column) => column.name).join(','),
                },
                disabled: disabledIn('relation', key),
              }
            },
          )
      }
    }),
  )
  return all.flat()
}
