import { conditionsOf, followOptions, followSettings, type NewName, type PartialViewSettings } from '@common/views'
import { deleteFrom, metaTables, updateIn, type MetaStore, type MetaStep } from '@main/db/meta'
import { personalOfProject, viewsOfProject } from './repository'

const { views, viewPersonal, shares } = metaTables

/** New names of columns, as data for the journal. */
export interface ColumnsFollowed {
  /** The table as it was called before. */
  readonly table: string
  /** Old name → new one. */
  readonly renamed: readonly (readonly [from: string, to: string])[]
  readonly dropped: readonly string[]
  /** New columns. Existing mentions of their names in views belong to former columns. */
  readonly made?: readonly string[]
  /** The new columns that every view hides until a user shows them. */
  readonly hidden?: readonly string[]
  /** Former and new link ids of any table; they derive from names. */
  readonly ids: readonly (readonly [from: string, to: string])[]
}

/** Views follow a table to its new name. */
export function viewsFollowTable(projectId: string, table: string, newName: string): MetaStep {
  return updateIn(views, { table_name: newName }, { project_id: projectId, table_name: table })
}

/** Deletes views with their table, including personal settings. */
export function viewsGo(projectId: string, table: string): MetaStep {
  return deleteFrom(views, { project_id: projectId, table_name: table })
}

/**
 * Returns statements that rename columns in all views of a project. They run a moment after reading: concurrent edits
 * win, and obsolete names are harmless.
 */
export async function viewsFollowColumns(
  store: MetaStore,
  projectId: string,
  followed: readonly ColumnsFollowed[],
): Promise<MetaStep[]> {
  if (followed.length === 0) return []
  const stored = await viewsOfProject(store, projectId)
  if (stored.length === 0) return []
  const personal = await personalOfProject(store, projectId)
  const tables = new Map(stored.map(({ id, table }) => [id, table]))
  return [
    ...stored.flatMap(({ id, settings, options, revision, table }): MetaStep[] => {
      const newName = newNameIn(table, followed)
      const followedSettings = settingsAfter(settings, newName, madeIn(table, followed), true)
      const after = {
        settings: JSON.stringify(followedSettings),
        options: JSON.stringify(followOptions(options, newName)),
      }
      const isSame = after.settings === JSON.stringify(settings) && after.options === JSON.stringify(options)
      if (isSame) return []
      // A filter without one of its conditions shows more records, which visitors were never meant to see.
      const isWider = conditionsIn(followedSettings) < conditionsIn(settings)
      return [
        updateIn(views, { ...after, revision: revision + 1 }, { id, revision }),
        ...(isWider ? [updateIn(shares, { enabled: 0 }, { view_id: id })] : []),
      ]
    }),
    ...personal.flatMap(({ viewId, userId, settings, revision }): MetaStep[] => {
      const table = tables.get(viewId)
      if (table === undefined) return []
      const after = JSON.stringify(settingsAfter(settings, newNameIn(table, followed), madeIn(table, followed), false))
      if (after === JSON.stringify(settings)) return []
      return [
        updateIn(
          viewPersonal,
          { settings: after, revision: revision + 1 },
          { view_id: viewId, user_id: userId, revision },
        ),
      ]
    }),
  ]
}

const conditionsIn = ({ filter }: PartialViewSettings): number => (filter ? conditionsOf(filter).length : 0)

interface Made {
  readonly names: ReadonlySet<string>
  readonly hidden: readonly string[]
}

/** Returns the new columns of a table. */
function madeIn(table: string, followed: readonly ColumnsFollowed[]): Made {
  const own = followed.filter((each) => each.table === table)
  return {
    names: new Set(own.flatMap(({ made = [] }) => made)),
    hidden: own.flatMap(({ hidden = [] }) => hidden),
  }
}

/**
 * Returns the settings after a column change. Keeps the position and width of a new column if the settings have them.
 *
 * @param shared  true for the view's shared settings; personal ones may leave hidden columns undefined
 */
function settingsAfter(
  settings: PartialViewSettings,
  newName: NewName,
  made: Made,
  shared: boolean,
): PartialViewSettings {
  const { order, widths, ...others } = followSettings(settings, newName)
  const rest =
    made.names.size === 0 ? others : followSettings(others, (name) => (made.names.has(name) ? undefined : name))
  const hides = made.hidden.length > 0 && (shared || rest.hidden !== undefined)
  return {
    ...rest,
    ...(hides && { hidden: [...(rest.hidden ?? []), ...made.hidden] }),
    ...(order && { order }),
    ...(widths && { widths }),
  }
}

/** Returns a function that maps column names through all changes in order. */
function newNameIn(table: string, followed: readonly ColumnsFollowed[]): NewName {
  const steps = followed.map((one) => {
    const isOwn = one.table === table
    return {
      renamed: new Map([...one.ids, ...(isOwn ? one.renamed : [])]),
      dropped: new Set(isOwn ? one.dropped : []),
    }
  })
  return (column) => {
    let name = column
    for (const { renamed, dropped } of steps) {
      if (dropped.has(name)) return undefined
      name = renamed.get(name) ?? name
    }
    return name
  }
}
