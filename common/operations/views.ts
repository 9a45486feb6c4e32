import { optionsPatch, partialSettings, settingsPatch, viewKinds, viewOptions } from '@common/views'
import { z } from 'zod'
import { defineOperations } from './define'

const tableName = z.string().min(1).max(255)
const title = z.string().max(1_000)
/** Without `view`: the default grid of the table. */
const ofTable = { table: tableName, view: z.string().min(1).max(64).optional() }
/** Id of a view. The default grid also has the id of its table. */
const view = z.string().min(1).max(255)

const model = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(viewKinds),
  position: z.number(),
  locked: z.boolean(),
  settings: partialSettings,
  /** Settings of the caller that override the shared ones; null without any. */
  personal: partialSettings.nullable(),
  options: viewOptions,
})
/** A stored view as the caller sees it. */
export type ViewModel = z.infer<typeof model>

/** The default grid has no id, and an empty title. */
const listed = model.extend({ id: z.string().optional() })

const named = z.object({ id: z.string(), title: z.string(), table: z.string(), kind: z.enum(viewKinds) })
/** A view in the list of all views. */
export type NamedView = z.infer<typeof named>

const changed = z.literal(1)

/** Settings and options of a view before or after a change: those that it changed. */
const shared = z.strictObject({ settings: partialSettings, options: viewOptions })

/** A deleted view. */
const deleted = z.strictObject({
  id: z.string(),
  title: z.string(),
  kind: z.enum(viewKinds),
  position: z.number(),
  locked: z.boolean(),
  settings: partialSettings,
  options: viewOptions,
  /** Parts that only scripts know. */
  extras: z.record(z.string(), z.unknown()),
  /** Personal settings of its users. */
  personal: z.array(z.strictObject({ userId: z.number(), settings: partialSettings })),
})
export type DeletedView = z.infer<typeof deleted>
const viewErrors = ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND'] as const

export const viewOperations = defineOperations({
  /** Creates a view of a table. */
  viewCreate: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({
      table: tableName,
      title,
      kind: z.enum(viewKinds).default('grid'),
      settings: settingsPatch.optional(),
      options: viewOptions.optional(),
      /** Position among the views. Default: last. */
      position: z.number().optional(),
    }),
    output: model,
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_VIEW_EXISTS',
      'TABLE_VIEW_NAME_INVALID',
      'TABLE_VIEWS_TOO_MANY',
      'TABLE_VIEW_OPTIONS_INVALID',
    ],
  },
  /** Lists the default grid and the views of a table in their order, with the caller's personal settings. */
  viewList: {
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({ table: tableName }),
    output: z.array(listed),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Lists the views of all tables in a project, in table and view order, without default grids. */
  viewNameList: {
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({}),
    output: z.array(named),
    errors: [],
  },
  /** Renames a view. Returns its table, its former title and its title. */
  viewRename: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ view, title }),
    output: z.object({ table: z.string(), before: z.string(), title: z.string() }),
    errors: [...viewErrors, 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEW_FIXED'],
  },
  /** Moves a view among the views of its table. Positions may be fractions. */
  viewMove: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ view, position: z.number() }),
    output: changed,
    errors: [...viewErrors, 'TABLE_VIEW_FIXED'],
  },
  /** Deletes a view. Returns its table and title. */
  viewDelete: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ view }),
    output: z.object({ table: z.string(), title: z.string() }),
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED', 'TABLE_VIEW_FIXED'],
  },
  /** Duplicates a view without personal settings. */
  viewDuplicate: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ ...ofTable, title }),
    output: model,
    errors: [...viewErrors, 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY'],
  },
  /** Locks or unlocks a view. A locked view can't be deleted, and its shared settings can't change. */
  viewLock: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ ...ofTable, locked: z.boolean() }),
    output: changed,
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
    output: changed,
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED', 'TABLE_VIEW_OPTIONS_INVALID'],
  },
  /** Copies all shared settings from another view of the table; by default from the default grid. */
  viewSettingsCopy: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.save',
    input: z.strictObject({ ...ofTable, from: z.string().min(1).max(64).optional() }),
    output: changed,
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED'],
  },
  /** Changes the caller's personal settings. */
  viewPersonalSave: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject({ ...ofTable, settings: settingsPatch }),
    output: changed,
    errors: viewErrors,
  },
  /** Restores a deleted view with the personal settings of its users. */
  viewRestore: {
    undoOnly: true,
    changes: ['views'],
    scope: 'project',
    permission: 'view.change',
    input: z.strictObject({ table: tableName, view: deleted }),
    output: model,
    errors: ['TABLE_NOT_FOUND', 'TABLE_VIEW_EXISTS', 'TABLE_VIEW_NAME_INVALID', 'TABLE_VIEWS_TOO_MANY'],
  },
  /** Reverts a change of shared settings and options. Newer changes of other settings stay. */
  viewSettingsRevert: {
    undoOnly: true,
    changes: ['views'],
    scope: 'project',
    permission: 'view.save',
    input: z.strictObject({ ...ofTable, from: shared, to: shared }),
    output: changed,
    errors: [...viewErrors, 'TABLE_VIEW_LOCKED'],
  },
  /** Reverts a change of the caller's personal settings. Null: there were none, so that the shared ones applied. */
  viewPersonalRevert: {
    undoOnly: true,
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject({ ...ofTable, from: partialSettings.nullable(), to: partialSettings.nullable() }),
    output: changed,
    errors: viewErrors,
  },
  /** Deletes the caller's personal settings, so that the shared ones apply. */
  viewPersonalClear: {
    changes: ['views'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject(ofTable),
    output: changed,
    errors: viewErrors,
  },
})
