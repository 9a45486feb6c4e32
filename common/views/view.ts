import { z } from 'zod'
import { isFilterGroup, viewSettings, type ViewFilterGroup, type ViewSettings } from './settings'

/** How a view shows the rows of its table. */
export const viewKinds = ['grid', 'gallery', 'kanban', 'calendar', 'form'] as const
export type ViewKind = (typeof viewKinds)[number]

/** What one view may hold. Everything of it is read with the table: it stays small. */
export const viewLimits = {
  viewsPerTable: 200,
  filterDepth: 10,
  filterTerms: 500,
  /** Of the settings as JSON. */
  settingsCharacters: 200_000,
  optionsCharacters: 100_000,
  /** What old scripts keep with a view, as JSON. */
  extrasCharacters: 100_000,
} as const

/**
 * What only one kind of view has: the cover of a gallery, the stacks of a board. Columns are named as in the settings,
 * under keys that say so, and so follow when people rename them: a text under `column` or `…Column`, a list under
 * `columns` or `…Columns`, an object by column under `byColumn`.
 */
export const viewOptions = z
  .record(z.string().max(100), z.json())
  .refine((options) => JSON.stringify(options).length <= viewLimits.optionsCharacters)
export type ViewOptions = Readonly<z.infer<typeof viewOptions>>

/** What a view says of its rows, as far as somebody has said it. */
export const partialSettings = viewSettings.partial()
export type PartialViewSettings = Partial<ViewSettings>

/** Settings that are sent: those that are absent stay as they are. */
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

/** A view of a table as one person has it. */
export interface View {
  /** Undefined for the grid that every table has of its own. */
  readonly id: string | undefined
  /** Empty for the table's own grid: it is called by its table. */
  readonly title: string
  readonly kind: ViewKind
  readonly position: number
  /** Its settings stay as they are until somebody unlocks it. */
  readonly locked: boolean
  /** For everyone. */
  readonly settings: PartialViewSettings
  /** What this person sees instead; null when nothing. */
  readonly personal: PartialViewSettings | null
  readonly options: ViewOptions
}

/**
 * Settings as they were kept, perhaps by another version of Basalt: what cannot be read any more is left out, so that
 * the rest still counts.
 */
export function readSettings(kept: unknown): PartialViewSettings {
  if (typeof kept !== 'object' || kept === null) return {}
  const entries = Object.entries(kept).flatMap(([key, value]): [string, unknown][] => {
    if (!Object.hasOwn(viewSettings.shape, key)) return []
    const read = viewSettings.shape[key as keyof ViewSettings].safeParse(value)
    return read.success ? [[key, read.data]] : []
  })
  return Object.fromEntries(entries) as PartialViewSettings
}
