import type { TableAccess } from '@common/principal/access'
import { followFilter } from '@common/views/follow'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStep, type MetaStore } from '@main/db/meta'
import { storedAccess } from './project-access'
import { accessChanged } from './repository'

const { acl, disabledModels } = metaTables

/** New names of columns, as the schema journal has them. */
interface ColumnsRenamed {
  /** The table as it was called before. */
  readonly table: string
  /** Old name → new one. */
  readonly renamed: readonly (readonly [from: string, to: string])[]
  /** Former and new link ids of any table. */
  readonly ids: readonly (readonly [from: string, to: string])[]
}

/** Rules follow a table to its new name. They replace rules that a dropped table of that name left. */
export function rulesFollowTable(projectId: string, table: string, newName: string): MetaStep[] {
  const place = { project_id: projectId }
  return [
    deleteFrom(acl, { ...place, table_name: newName }),
    updateIn(acl, { table_name: newName }, { ...place, table_name: table }),
    deleteFrom(disabledModels, { ...place, kind: 'table', name: newName }),
    updateIn(disabledModels, { name: newName }, { ...place, kind: 'table', name: table }),
    accessChanged(projectId),
  ]
}

/** Removes the rules that a former table of this name left. */
export function rulesGone(projectId: string, table: string): MetaStep[] {
  return [
    deleteFrom(acl, { project_id: projectId, table_name: table }),
    deleteFrom(disabledModels, { project_id: projectId, kind: 'table', name: table }),
    accessChanged(projectId),
  ]
}

/** A copy of a table or of one of its columns, as the schema journal has it. */
export type RulesCopied =
  | { readonly kind: 'copyTableRules'; readonly table: string; readonly to: string }
  | { readonly kind: 'copyColumnRules'; readonly table: string; readonly column: string; readonly to: string }

/** Returns statements that give copies the rules of their originals: a copy must not show what is hidden. */
export async function rulesCopied(
  store: MetaStore,
  projectId: string,
  copies: readonly RulesCopied[],
): Promise<MetaStep[]> {
  const steps: MetaStep[] = []
  for (const copy of copies) {
    const place = { project_id: projectId, table_name: copy.table }
    const rows = await store.select(acl, place)
    if (copy.kind === 'copyColumnRules') {
      for (const { role, rules } of rows) {
        const access = storedAccess(rules)
        const rule = access.columns?.[copy.column]
        if (rule === undefined) continue
        const after = JSON.stringify({ ...withoutDisabled(access), columns: { ...access.columns, [copy.to]: rule } })
        steps.push(updateIn(acl, { rules: after }, { ...place, role }))
      }
      continue
    }
    const models = await store.select(disabledModels, { project_id: projectId, kind: 'table', name: copy.table })
    steps.push(
      deleteFrom(acl, { project_id: projectId, table_name: copy.to }),
      deleteFrom(disabledModels, { project_id: projectId, kind: 'table', name: copy.to }),
      ...rows.map((row) => insertInto(acl, { ...row, table_name: copy.to })),
      ...models.map((row) => insertInto(disabledModels, { ...row, name: copy.to })),
    )
  }
  return steps.length === 0 ? [] : [...steps, accessChanged(projectId)]
}

/** Returns statements that disable a copy of a view for the roles for which the original is disabled. */
export async function disabledRolesCopied(
  store: MetaStore,
  projectId: string,
  view: string,
  copy: string,
): Promise<MetaStep[]> {
  const rows = await store.select(disabledModels, { project_id: projectId, kind: 'tableView', name: view })
  if (rows.length === 0) return []
  return [...rows.map((row) => insertInto(disabledModels, { ...row, name: copy })), accessChanged(projectId)]
}

/** Unreadable rules are returned as `disabled`, which isn't a part of them. */
const withoutDisabled = ({ disabled: _disabled, ...rules }: TableAccess): TableAccess => rules

/**
 * Returns statements that rename columns in all rules of a project. Rules of dropped columns stay: a restored column, or
 * a new one with the name, must not show what was hidden.
 */
export async function rulesFollowColumns(
  store: MetaStore,
  projectId: string,
  followed: readonly ColumnsRenamed[],
): Promise<MetaStep[]> {
  if (followed.every(({ renamed, ids }) => renamed.length === 0 && ids.length === 0)) return []
  const rows = await store.select(acl, { project_id: projectId })
  const steps = rows.flatMap(({ role, table_name: table, rules }): MetaStep[] => {
    const after = JSON.stringify(rulesAfter(storedAccess(rules), newNameIn(table, followed)))
    if (after === rules) return []
    return [updateIn(acl, { rules: after }, { project_id: projectId, role, table_name: table, rules })]
  })
  return steps.length === 0 ? [] : [...steps, accessChanged(projectId)]
}

function newNameIn(table: string, followed: readonly ColumnsRenamed[]): (column: string) => string {
  return (column) => {
    let name = column
    for (const { table: of, renamed, ids } of followed) {
      const pairs = of === table ? [...renamed, ...ids] : ids
      name = pairs.find(([from]) => from === name)?.[1] ?? name
    }
    return name
  }
}

function rulesAfter({ columns, rows, ...rights }: TableAccess, newName: (column: string) => string): TableAccess {
  return {
    ...rights,
    ...(columns && {
      columns: Object.fromEntries(Object.entries(columns).map(([column, access]) => [newName(column), access])),
    }),
    ...(rows && { rows: followFilter(rows, newName) }),
  }
}
