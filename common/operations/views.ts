import { optionsPatch, settingsPatch, viewKinds, viewOptions } from '@common/views'
import { wireQueryParams, wireView } from '@common/wire/views'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
const title = z.string().max(1_000)
/** Of a view; of the table's own line in xcVirtualTableList for the grid that every table has. */
const id = z.union([z.string().min(1).max(255), z.number()]).transform(String)
/** Absent: the table's own grid. */
const ofTable = { tn: name, id: z.string().min(1).max(64).optional() }
/** Whole lines of the list are sent back by scripts: what does not count is let through, and told in the audit. */
const told = z.string().max(1_000).nullish()

const made = z.object({
  id: z.string(),
  title: z.string(),
  type: z.literal('vtable'),
  query_params: z.string(),
  parent_model_title: z.string(),
  show_as: z.enum(viewKinds),
  view_order: z.number(),
})
export type MadeView = z.infer<typeof made>

const listed = z.object({ id: z.string(), title: z.string(), tn: z.string(), show_as: z.enum(viewKinds) })
/** A view as it is found by its name. */
export type ListedView = z.infer<typeof listed>

const kept = ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND'] as const

export const viewOperations = defineOperations({
  /** Makes a view of a table. For a table that is not there the answer is empty (wire §8.1). */
  xcVirtualTableCreate: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({
      title,
      parent_model_title: name,
      show_as: z.enum(viewKinds).default('grid'),
      query_params: wireQueryParams.optional(),
      settings: settingsPatch.optional(),
      options: viewOptions.optional(),
      /** Its place among the others; behind them when absent. */
      view_order: z.number().optional(),
    }),
    output: made.optional(),
    errors: ['TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY', 'TABLE_VIEW_OPTIONS_INVALID'],
  },
  /** The table's own grid and its views in their order, with what is kept for the caller alone. */
  xcVirtualTableList: {
    door: 'legacy',
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({
      tn: name,
      /** Leaves the description of the table out of the first line. */
      meta: z.boolean().default(true),
    }),
    output: z.array(wireView),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** The views of all tables of a project, table by table in their order; not the grids that tables have of their own. */
  viewNameList: {
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({}),
    output: z.array(listed),
    errors: [],
  },
  /** What a view says, in the words of old scripts. Filters and sorts that come back as they were read stay as they are. */
  xcVirtualTableUpdate: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.save',
    input: z.strictObject({
      id,
      query_params: wireQueryParams,
      tn: name.optional(),
      view_name: told,
    }),
    output: z.literal(1),
    errors: [...kept, 'TABLE_VIEW_LOCKED'],
  },
  xcVirtualTableRename: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ id, title, old_title: told, parent_model_title: told, show_as: told }),
    output: z.literal(1),
    errors: [...kept, 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEW_FIXED'],
  },
  xcModelViewOrderSet: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ id, view_order: z.number() }),
    output: z.literal(1),
    errors: [...kept, 'TABLE_VIEW_FIXED'],
  },
  /** Answers how many were deleted. */
  xcVirtualTableDelete: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ id, title: told, view_name: told, parent_model_title: told }),
    output: z.literal(1),
    errors: [...kept, 'TABLE_VIEW_LOCKED', 'TABLE_VIEW_FIXED'],
  },
  /** A view like another one. What somebody keeps for themselves is not copied. */
  viewDuplicate: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ ...ofTable, title }),
    output: made,
    errors: [...kept, 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY'],
  },
  /** While a view is locked, its settings for everyone stay as they are, and it cannot be deleted. */
  viewLock: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ ...ofTable, locked: z.boolean() }),
    output: z.literal(1),
    errors: kept,
  },
  /**
   * Changes settings for everyone: those that are absent stay as they are. `options` are what only the kind of the view
   * has, all of them; `optionsPatch` changes some of them.
   */
  viewSettingsSave: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.save',
    input: z
      .strictObject({
        ...ofTable,
        settings: settingsPatch.optional(),
        options: viewOptions.optional(),
        optionsPatch: optionsPatch.optional(),
      })
      .refine(({ options, optionsPatch: patch }) => options === undefined || patch === undefined),
    output: z.literal(1),
    errors: [...kept, 'TABLE_VIEW_LOCKED', 'TABLE_VIEW_OPTIONS_INVALID'],
  },
  /** Takes all settings, for everyone, from another view of the same table; from the table's own grid when absent. */
  viewSettingsCopy: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.save',
    input: z.strictObject({ ...ofTable, from: z.string().min(1).max(64).optional() }),
    output: z.literal(1),
    errors: [...kept, 'TABLE_VIEW_LOCKED'],
  },
  /** Changes settings for the caller alone, whatever others see. */
  viewPersonalSave: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject({ ...ofTable, settings: settingsPatch }),
    output: z.literal(1),
    errors: kept,
  },
  /** The caller sees again what everyone sees. */
  viewPersonalClear: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject(ofTable),
    output: z.literal(1),
    errors: kept,
  },
})
