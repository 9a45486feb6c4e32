import { uiTypes } from '@common/columns/ui-types'
import {
  importDelimiters,
  importEncodings,
  importFailuresListed,
  importKinds,
  importLocales,
  importOptions,
  importWarnings,
} from '@common/import/options'
import { wireMessage } from '@common/messages'
import type { ColumnOptions } from '@common/model'
import { columnOptions } from '@common/wire/column-options'
import { z } from 'zod'
import { defineOperations } from './define'

const importId = z.string().regex(/^[0-9a-f]{32}$/)
const name = z.string().min(1).max(255)
const place = z.number().int().min(0).max(9_999)
const sheet = z.number().int().min(0).max(9_999)
const options = z.custom<ColumnOptions>((value) => columnOptions.safeParse(value).success)

/** An uploaded file that hasn't been imported yet. */
const wireImport = z.object({
  id: z.string(),
  /** File name, and a suggested table title. */
  name: z.string(),
  title: z.string(),
  size: z.number(),
  kind: z.enum(importKinds),
  /** Text files have one sheet. Workbooks report rows and columns of each sheet, including headers; null if unknown. */
  sheets: z.array(z.object({ name: z.string(), rows: z.number().nullable(), columns: z.number().nullable() })),
})
export type WireImport = z.infer<typeof wireImport>

/** A possible type, with the number of preview values that don't fit it. */
const typeChoice = z.object({ uiType: z.enum(uiTypes), options, misfits: z.number() })

const wireImportColumn = z.object({
  /** Zero-based position in the file, used by `importStart`. */
  source: z.number(),
  /** Header in the file; empty without one. */
  header: z.string(),
  /** Title, unique within the file. */
  title: z.string(),
  /** Suggested type with options derived from the values. */
  guess: typeChoice,
  /** Possible types of a new column, best match first. */
  types: z.array(typeChoice),
  /** True if Basalt exported this file with the column's type. */
  known: z.boolean(),
  /** Number of values in the preview, and some examples. */
  filled: z.number(),
  samples: z.array(z.string()),
})
export type WireImportColumn = z.infer<typeof wireImportColumn>

const wireImportPreview = z.object({
  sheet: z.number(),
  /** Effective settings: chosen by the user or detected. */
  encoding: z.enum(importEncodings).nullable(),
  delimiter: z.enum(importDelimiters).nullable(),
  header: z.boolean(),
  locale: z.enum(importLocales),
  skip: z.number(),
  columns: z.array(wireImportColumn),
  /** The first rows as texts by column position; null for missing values. */
  rows: z.array(z.array(z.string().nullable())),
  /** True if the preview contains all rows. */
  whole: z.boolean(),
  /** Estimated number of rows; null if unknown. */
  estimatedRows: z.number().nullable(),
  warnings: z.array(z.object({ code: z.enum(importWarnings), params: z.record(z.string(), z.number()) })),
})
export type WireImportPreview = z.infer<typeof wireImportPreview>

const intoNew = z.strictObject({
  kind: z.literal('new'),
  title: name,
})
const intoTable = z.strictObject({ kind: z.literal('table'), table: name })

/** A column of a new table. `ID` makes it the key; without one, the import adds a key. */
const newColumn = z.strictObject({
  source: place,
  title: name,
  uiType: z.enum(uiTypes),
  options: columnOptions.optional(),
})
/** A column of an existing table, by name or title. */
const mappedColumn = z.strictObject({ source: place, column: name })

const sheetOrder = z.strictObject({
  sheet,
  options: importOptions.default({}),
  into: z.discriminatedUnion('kind', [intoNew, intoTable]),
  columns: z
    .array(z.union([newColumn, mappedColumn]))
    .min(1)
    .max(2_000),
  /**
   * Mapped columns (by name or title) that identify existing rows. Matching rows are updated or skipped; other rows are
   * added. Default: all rows are added.
   */
  key: z.array(name).max(16).optional(),
  onMatch: z.enum(['update', 'skip']).default('update'),
})
export type ImportSheetOrder = z.infer<typeof sheetOrder>

export const importStates = ['ready', 'running', 'finishing', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

/** A rejected row. */
const wireImportFailure = z.object({
  sheet: z.string(),
  /** Line of a text file, row of a sheet, or one-based position in a list. */
  line: z.number(),
  /** Title of the column; null if the problem concerns the whole row. */
  column: z.string().nullable(),
  /** The value, truncated if long. */
  value: z.string().nullable(),
  msg: z.string(),
  message: wireMessage,
})
export type WireImportFailure = z.infer<typeof wireImportFailure>

const wireImportStatus = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(importStates),
  /** Number of rows read so far. */
  read: z.number(),
  /** Numbers of added, updated, skipped and rejected rows, after the import has finished. */
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** 0 to 100, by the bytes of the file. */
  percent: z.number(),
  /** Name of the current sheet. */
  sheet: z.string().nullable(),
  /** Reason of the failure. */
  error: z.object({ code: z.string(), msg: z.string(), message: wireMessage }).nullable(),
  /** Tables with imported rows, after the import has finished. */
  tables: z.array(
    z.object({
      sheet: z.string(),
      /** Name of the table. */
      table: z.string(),
      title: z.string(),
      /** True if the import created the table. */
      created: z.boolean(),
      rows: z.number(),
    }),
  ),
  /**
   * Id of the change in the change log, after the import has finished. Null if `changeUndo` can't undo it: it wrote more
   * rows into an existing table than one bulk call takes, or the table has no key.
   */
  change: z.string().nullable(),
})
export type WireImportStatus = z.infer<typeof wireImportStatus>

const byId = z.strictObject({ id: importId })

/** Sheets of a file that `importShape` returns. */
export const shapedSheetsMax = 50

const shape = z.object({
  sheets: z.array(
    z.object({
      title: z.string(),
      columns: z.array(z.object({ title: z.string(), uiType: z.enum(uiTypes), options })),
    }),
  ),
})
export type ImportShape = z.infer<typeof shape>

const fileErrors = [
  'IMPORT_FILE_MISSING',
  'IMPORT_TOO_LARGE',
  'IMPORT_FILE_EMPTY',
  'IMPORT_FILE_UNKNOWN',
  'IMPORT_FILE_OLD_EXCEL',
  'IMPORT_FILE_MARKUP',
  'IMPORT_FILE_PROTECTED',
  'IMPORT_FILE_DAMAGED',
  'IMPORT_UNPACKS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'DISK_FULL',
] as const

/**
 * Imports of files into tables. An import belongs to its project and its user or API token; others can't see it. The server forgets
 * it an hour after the last request and when it stops.
 */
export const importOperations = defineOperations({
  /**
   * Takes the file of a multipart call, or pasted text. Returns facts about it and writes no rows.
   */
  importUpload: {
    takesFile: true,
    changes: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({ text: z.string().min(1).max(9_000_000).optional(), name: name.optional() }),
    output: wireImport,
    errors: fileErrors,
  },
  /**
   * Returns the sheets of a file as tables, with columns by their values. Takes the file of a multipart call, or
   * pasted text, and stores nothing: for drafts of templates.
   */
  importShape: {
    takesFile: true,
    reads: [],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({ text: z.string().min(1).max(9_000_000).optional(), name: name.optional() }),
    output: shape,
    errors: fileErrors,
  },
  /** Returns the first rows of a sheet, suggested columns and warnings. */
  importPreview: {
    reads: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({ id: importId, sheet: sheet.default(0), options: importOptions.default({}) }),
    output: wireImportPreview,
    errors: [
      'IMPORT_NOT_FOUND',
      'IMPORT_SHEET_NOT_FOUND',
      'IMPORT_FILE_EMPTY',
      'IMPORT_FILE_DAMAGED',
      'IMPORT_JSON_INVALID',
      'IMPORT_JSON_WITHOUT_ROWS',
      'IMPORT_LINE_TOO_LONG',
      'IMPORT_UNPACKS_TOO_LARGE',
    ],
  },
  /**
   * Starts an import and returns at once; poll `importStatus` for progress. All sheets of the call are one atomic
   * import. New tables need `schema.change`, updates by key need `row.update`.
   */
  importStart: {
    changes: ['imports', 'schema', 'rows'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({
      id: importId,
      sheets: z.array(sheetOrder).min(1).max(50),
      /** Skips and lists invalid rows, or stops with nothing written. */
      onFail: z.enum(['skip', 'stop']).default('skip'),
    }),
    output: wireImportStatus,
    errors: [
      'IMPORT_NOT_FOUND',
      'IMPORT_STARTED',
      'IMPORT_SHEET_NOT_FOUND',
      'IMPORT_COLUMNS_INVALID',
      'IMPORT_KEY_INVALID',
      'IMPORT_ROW_FAILED',
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'TABLE_EXISTS',
      'TABLE_NAME_INVALID',
      'COLUMN_NOT_FOUND',
      'NOT_ALLOWED',
    ],
  },
  importStatus: {
    reads: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: wireImportStatus,
    errors: ['IMPORT_NOT_FOUND'],
  },
  /**
   * Returns the first rejected rows. `GET /dashboard/imports/{project_id}/{id}/failed.csv` returns all of them as CSV
   * with line and reason; send the token in the header.
   */
  importFailures: {
    reads: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: z.object({ list: z.array(wireImportFailure).max(importFailuresListed), count: z.number() }),
    errors: ['IMPORT_NOT_FOUND'],
  },
  /** Cancels a running import and rolls it back. The file stays, so that the import can start again. */
  importCancel: {
    changes: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: wireImportStatus,
    errors: ['IMPORT_NOT_FOUND'],
  },
  /** Deletes the file. Cancels a running import first. */
  importDiscard: {
    changes: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: z.literal(1),
    errors: ['IMPORT_NOT_FOUND'],
  },
})
