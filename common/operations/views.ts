import { optionsPatch, settingsPatch, viewKinds, viewOptions } from '@common/views'
import { wireQueryParams, wireView } from '@common/wire/views'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
const title = z.string().max(1_000)
/** Id of a view; for the default grid, the id of its entry in xcVirtualTableList. */
const id = z.union([z.string().min(1).max(255), z.number()]).transform(String)
/** Default: the default grid of the table. */
const ofTable = { tn: name, id: z.string().min(1).max(64).optional() }
/** Scripts send back whole entries of the list. Unused keys are accepted and recorded in the audit. */
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
/** A view in the list of all views. */
export type ListedView = z.infer<typeof listed>

const viewErrors = ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND'] as const

export const viewOperations = defineOperations({
  /** Creates a view of a table. Returns an empty body for a missing table (wire §8.1). */
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
      /** Position among the views. Default: last. */
      view_order: z.number().optional(),
    }),
    output: made.optional(),
    errors: ['TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY', 'TABLE_VIEW_OPTIONS_INVALID'],
  },
  /** Lists the default grid and the views of a table in their order, with the caller's personal settings. */
  xcVirtualTableList: {
    door: 'legacy',
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({
      tn: name,
      /** False omits the description of the table from the first entry. */
      meta: z.boolean().default(true),
    }),
    output: z.array(wireView),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Lists the views of all tables in a project, in table and view order, without default grids. */
  viewNameList: {
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({}),
    output: z.array(listed),
    errors: [],
  },
  /** Changes a view in the format of old scripts. Filters and sorts that equal the previous response stay unchanged. */
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
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED'],
  },
  xcVirtualTableRename: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ id, title, old_title: told, parent_model_title: told, show_as: told }),
    output: z.literal(1),
    errors: [...viewErrors, 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEW_FIXED'],
  },
  xcModelViewOrderSet: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ id, view_order: z.number() }),
    output: z.literal(1),
    errors: [...viewErrors, 'TABLE_VIEW_FIXED'],
  },
  /** Deletes views. Returns their number. */
  xcVirtualTableDelete: {
    door: 'legacy',
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ id, title: told, view_name: told, parent_model_title: told }),
    output: z.literal(1),
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED', 'TABLE_VIEW_FIXED'],
  },
  /** Duplicates a view without personal settings. */
  viewDuplicate: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ ...ofTable, title }),
    output: made,
    errors: [...viewErrors, 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY'],
  },
  /** Locks or unlocks a view. A locked view can't be deleted, and its shared settings can't change. */
  viewLock: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ ...ofTable, locked: z.boolean() }),
    output: z.literal(1),
    errors: viewErrors,
  },
  /**
   * Changes the shared settings; missing keys stay unchanged. `options` replaces all options of the view's kind,
   * `optionsPatch` some of them.
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
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED', 'TABLE_VIEW_OPTIONS_INVALID'],
  },
  /** Copies all shared settings from another view of the table; by default from the default grid. */
  viewSettingsCopy: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.save',
    input: z.strictObject({ ...ofTable, from: z.string().min(1).max(64).optional() }),
    output: z.literal(1),
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED'],
  },
  /** Changes the caller's personal settings. */
  viewPersonalSave: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject({ ...ofTable, settings: settingsPatch }),
    output: z.literal(1),
    errors: viewErrors,
  },
  /** Deletes the caller's personal settings, so that the shared ones apply. */
  viewPersonalClear: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject(ofTable),
    output: z.literal(1),
    errors: viewErrors,
  },
})
