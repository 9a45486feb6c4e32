import type { Table } from '@common/model'
import { z } from 'zod'
import { isFilterGroup, viewSettings, type ViewFilterGroup, type ViewSettings } from './settings'

/** How a view shows the rows of its table. */
export const viewKinds = ['grid', 'gallery', 'kanban', 'calendar', 'form'] as const
export type ViewKind = (typeof viewKinds)[number]

/** Limits of a view. Views load together with their table, so they must stay small. */
export const viewLimits = {
  viewsPerTable: 200,
  filterDepth: 10,
  filterTerms: 500,
  /** Characters of the settings as JSON. */
  settingsCharacters: 200_000,
  optionsCharacters: 100_000,
  /** Characters of the JSON that old scripts store with a view. */
  extrasCharacters: 100_000,
} as const

/**
 * Options that only one kind of view has, such as the cover column of a gallery. Keys that hold columns follow renames:
 * a text under `column` or `…Column`, a list under `columns` or `…Columns`, an object by column under `byColumn`.
 */
export const viewOptions = z
  .record(z.string().max(100), z.json())
  .refine((options) => JSON.stringify(options).length <= viewLimits.optionsCharacters)
export type ViewOptions = Readonly<z.infer<typeof viewOptions>>

/** Settings of a view; missing keys have defaults. */
export const partialSettings = viewSettings.partial()
export type PartialViewSettings = Partial<ViewSettings>

/** A change of settings; missing keys stay unchanged. */
export const settingsPatch = partialSettings.refine(
  (patch) =>
    JSON.stringify(patch).length <= viewLimits.settingsCharacters &&
    filtersOf(patch).every(
      (filter) => depthOf(filter) <= viewLimits.filterDepth && termsOf(filter) <= viewLimits.filterTerms,
    ),
)

function filtersOf({ filter, colours = [] }: PartialViewSettings): ViewFilterGroup[] {
  return [...(filter === undefined ? [] : [filter]), ...colours.map((rule) => rule.filter)]
}

const depthOf = ({ filters }: ViewFilterGroup): number =>
  1 + Math.max(0, ...filters.map((filter) => (isFilterGroup(filter) ? depthOf(filter) : 0)))

const termsOf = ({ filters }: ViewFilterGroup): number =>
  filters.reduce((sum, filter) => sum + (isFilterGroup(filter) ? termsOf(filter) : 1), 0)

/** A view of a table, as one user sees it. */
export interface View {
  /** Absent for the default grid of a table. */
  readonly id?: string | undefined
  /** Empty for the default grid, which has the name of its table. */
  readonly title: string
  readonly kind: ViewKind
  readonly position: number
  /** Users can't change the settings until they unlock the view. */
  readonly locked: boolean
  /** Shared by all users. */
  readonly settings: PartialViewSettings
  /** Personal settings that override the shared ones; null without any. */
  readonly personal: PartialViewSettings | null
  readonly options: ViewOptions
}

/** Reads stored settings, possibly of another version. Skips what it can't read. */
export function readSettings(stored: unknown): PartialViewSettings {
  if (typeof stored !== 'object' || stored === null) return {}
  const entries = Object.entries(stored).flatMap(([key, value]): [string, unknown][] => {
    if (!Object.hasOwn(viewSettings.shape, key)) return []
    const read = viewSettings.shape[key as keyof ViewSettings].safeParse(value)
    return read.success ? [[key, read.data]] : []
  })
  return Object.fromEntries(entries) as PartialViewSettings
}

/** Options that only one kind of view has. */
export interface KindOptions<S extends z.ZodType = z.ZodType> {
  /** Schema of the options. All keys of an object are optional; missing keys have the defaults of a new view. */
  readonly schema: S
  /** Returns the options of a new view, such as the stack column of a board or the date columns of a calendar. */
  readonly initial: (table: Table) => ViewOptions
}
