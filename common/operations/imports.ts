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
import { rowValues } from './row-values'

const importId = z.string().regex(/^[0-9a-f]{32}$/)
const name = z.string().min(1).max(255)
const place = z.number().int().min(0).max(9_999)
const sheet = z.number().int().min(0).max(9_999)
const options = z.custom<ColumnOptions>((value) => columnOptions.safeParse(value).success)

/** A file that has arrived and waits for what becomes of it. */
const wireImport = z.object({
  id: z.string(),
  /** The name of the file, and a title for a table of it. */
  name: z.string(),
  title: z.string(),
  size: z.number(),
  kind: z.enum(importKinds),
  /** Text files have one. Workbooks tell how many rows and columns a sheet has, its heads included; null when unknown. */
  sheets: z.array(z.object({ name: z.string(), rows: z.number().nullable(), columns: z.number().nullable() })),
})
export type WireImport = z.infer<typeof wireImport>

/** How many values of the preview are no values of a type. */
const typeChoice = z.object({ uiType: z.enum(uiTypes), options, misfits: z.number() })

const wireImportColumn = z.object({
  /** Place in the file, from 0: what `importStart` calls it by. */
  source: z.number(),
  /** As the file has it; empty where it has none. */
  header: z.string(),
  /** A title that no other column of the file has. */
  title: z.string(),
  /** What the column is taken for, with the choices that its values show. */
  guess: typeChoice,
  /** All types that a new column can be given, the most fitting first. */
  types: z.array(typeChoice),
  /** Basalt wrote this file and says what the column was. */
  known: z.boolean(),
  /** Values in the part that was looked at, and some of them. */
  filled: z.number(),
  samples: z.array(z.string()),
})
export type WireImportColumn = z.infer<typeof wireImportColumn>

const wireImportPreview = z.object({
  sheet: z.number(),
  /** What counts: as set, or as found. */
  encoding: z.enum(importEncodings).nullable(),
  delimiter: z.enum(importDelimiters).nullable(),
  header: z.boolean(),
  locale: z.enum(importLocales),
  skip: z.number(),
  columns: z.array(wireImportColumn),
  /** The first rows, values by place as texts; null where there is none. */
  rows: z.array(z.array(z.string().nullable())),
  /** Whether there are no more rows than these. */
  whole: z.boolean(),
  /** How many rows there probably are; null when nobody can tell. */
  estimatedRows: z.number().nullable(),
  warnings: z.array(z.object({ code: z.enum(importWarnings), params: z.record(z.string(), z.number()) })),
})
export type WireImportPreview = z.infer<typeof wireImportPreview>

const intoNew = z.strictObject({
  kind: z.literal('new'),
  title: name,
})
const intoTable = z.strictObject({ kind: z.literal('table'), tn: name })

/** A column of a new table. `ID` makes it the key; without one a key is added. */
const newColumn = z.strictObject({
  source: place,
  title: name,
  uiType: z.enum(uiTypes),
  options: columnOptions.optional(),
})
/** A column of a table that there is, by name or title. */
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
   * Columns of the table (by name or title, among the mapped ones) by which a row of the file is one that is there. Its
   * row is changed, or left as it is; others are added. Without it every row is added.
   */
  key: z.array(name).max(16).optional(),
  onMatch: z.enum(['update', 'skip']).default('update'),
})
export type ImportSheetOrder = z.infer<typeof sheetOrder>

export const importStates = ['ready', 'running', 'finishing', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

/** A row that was not taken. */
const wireImportFailure = z.object({
  sheet: z.string(),
  /** Line of a text file, row of a sheet, or place in a list from 1. */
  line: z.number(),
  /** Title of the column that it is about; null when it is about the row. */
  column: z.string().nullable(),
  /** The value, its beginning where it is long. */
  value: z.string().nullable(),
  msg: z.string(),
  message: wireMessage,
})
export type WireImportFailure = z.infer<typeof wireImportFailure>

const wireImportStatus = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(importStates),
  /** Rows of the file, up to now. */
  read: z.number(),
  /** Of these: added, changed, left as they were because they are there, and not taken. Known when it is done. */
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** From 0 to 100, by the bytes of the file. */
  percent: z.number(),
  /** Name of the sheet that is read. */
  sheet: z.string().nullable(),
  /** Why it has failed. */
  error: z.object({ code: z.string(), msg: z.string(), message: wireMessage }).nullable(),
  /** Tables that rows were written into, when it is done. */
  tables: z.array(
    z.object({
      sheet: z.string(),
      tn: z.string(),
      title: z.string(),
      /** The import has made it. */
      created: z.boolean(),
      rows: z.number(),
    }),
  ),
})
export type WireImportStatus = z.infer<typeof wireImportStatus>

const importChanges = z.object({
  /** Name of the table. */
  tn: z.string(),
  /** Ids of the new rows, as in a path. */
  made: z.array(z.string()),
  /** Existing rows with their changed values, by title. */
  changed: z.array(
    z.object({
      rowId: z.string(),
      before: rowValues,
      after: rowValues,
    }),
  ),
})
export type ImportChanges = z.infer<typeof importChanges>

const byId = z.strictObject({ id: importId })

/**
 * Files of rows on their way into tables. An import belongs to who has brought the file and to the project; to all others
 * it does not exist. It is forgotten an hour after it was last asked for, and when the server ends.
 */
export const importOperations = defineOperations({
  /**
   * Takes a file: a multipart call with the part `file` and the envelope as text in the part `json` (as
   * xcAttachmentUpload), or a text that was pasted. Says what it is; nothing is written into any table.
   */
  importUpload: {
    changes: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({ text: z.string().min(1).max(9_000_000).optional(), name: name.optional() }),
    output: wireImport,
    errors: [
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
    ],
  },
  /** The first rows of a sheet, what its columns probably are, and what is odd about it. */
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
   * Begins to write, and answers before it has ended: `importStatus` tells how far it is. All sheets of the call or none.
   * Into a new table needs `schema.change`, to change rows by key `row.update`.
   */
  importStart: {
    changes: ['imports', 'schema', 'rows'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({
      id: importId,
      sheets: z.array(sheetOrder).min(1).max(50),
      /** A row that does not fit is left out and listed, or ends the import with nothing written. */
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
   * The first rows that were not taken. All of them, as CSV with line and reason, are at
   * `GET /dashboard/imports/{project_id}/{id}/failed.csv`, with the token in the header.
   */
  importFailures: {
    reads: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: z.object({ list: z.array(wireImportFailure).max(importFailuresListed), count: z.number() }),
    errors: ['IMPORT_NOT_FOUND'],
  },
  /**
   * Returns the rows that an import wrote into existing tables, for its undo; null if there are more rows than one bulk
   * call takes, and for tables without a key. `importStatus` lists the new tables.
   */
  importChanges: {
    reads: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: z.object({ list: z.array(importChanges).nullable() }),
    errors: ['IMPORT_NOT_FOUND'],
  },
  /** Ends an import that runs; nothing of it stays. The file does, and another start is possible. */
  importCancel: {
    changes: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: wireImportStatus,
    errors: ['IMPORT_NOT_FOUND'],
  },
  /** Forgets the file. One that is being imported is cancelled before. */
  importDiscard: {
    changes: ['imports'],
    scope: 'project',
    permission: 'row.create',
    input: byId,
    output: z.literal(1),
    errors: ['IMPORT_NOT_FOUND'],
  },
})
