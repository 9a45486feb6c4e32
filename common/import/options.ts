import { isTimeZone } from '@common/columns/values/time-zone'
import { z } from 'zod'

/** What a file of rows can be. */
export const importKinds = ['csv', 'xlsx', 'json', 'ndjson'] as const
export type ImportKind = (typeof importKinds)[number]

/** Encodings of texts, in the names of the Encoding Standard. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  // Chosen only: nothing in the bytes tells them from each other for sure.
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type ImportEncoding = (typeof importEncodings)[number]

/** What stands between the values of a line. */
export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]

/**
 * How numbers and days are written in a file, as BCP 47 tags: by the decimal sign and by the order of day and month.
 * Days as ISO 8601 writes them are read in all of them. The first is taken where a file says nothing.
 */
export const importLocales = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'de-CH'] as const
export type ImportLocale = (typeof importLocales)[number]

/** What somebody has set for a sheet; what is absent is guessed. Encoding and delimiter are of text files alone. */
export const importOptions = z.strictObject({
  encoding: z.enum(importEncodings).optional(),
  delimiter: z.enum(importDelimiters).optional(),
  /** Whether the first line holds the names of the columns. */
  header: z.boolean().optional(),
  locale: z.enum(importLocales).optional(),
  /** By whose clocks moments are written (IANA name); UTC when absent. What Basalt has written says it itself. */
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  /** Lines above the first one that counts: titles, remarks. */
  skip: z.number().int().min(0).max(1_000).optional(),
})
export type ImportOptions = z.infer<typeof importOptions>

/** What a person is told about a file that is read nevertheless. */
export const importWarnings = [
  /** Lines with more or fewer values than the first: `count`, and the first of them: `line`. */
  'raggedLines',
  /** Columns that had the name of another and were given one of their own: `count`. */
  'headersRenamed',
  /** Columns without a name: `count`. */
  'headersEmpty',
  /** Signs that are none in the encoding: `count`. The file was probably written in another. */
  'encodingDoubtful',
  /** A quotation mark that is opened in `line` and never closed. */
  'quoteNeverClosed',
  /** NUL signs, left out: `count`. */
  'nulSigns',
  /** Columns beyond the `max` that are read: `count`. */
  'columnsLeftOut',
  /** Formulas of a workbook: `count`. What they came to when the file was saved is taken. */
  'formulas',
  /** Formulas of a workbook that hold no result: `count`. Their cells are empty. */
  'formulasWithoutResult',
  /** Cells that are joined in the workbook: `count`. The value stands in the first of them. */
  'mergedCells',
  /** Lists and objects inside values, taken as JSON text: `count`. */
  'nestedValues',
  /** Texts cut because the preview shows their beginnings only. The import takes them whole. */
  'textsShortened',
  /** Names of columns alone: there are no rows. */
  'noRows',
] as const
export type ImportWarningCode = (typeof importWarnings)[number]

/** Rows of a preview, and failed rows that are listed; all of those can be fetched as a file. */
export const importPreviewRows = 200
export const importFailuresListed = 200
/** Signs of a text that a preview shows. */
export const importPreviewSigns = 300
