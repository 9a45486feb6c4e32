import { isTimeZone } from '@common/columns/values/time-zone'
import { z } from 'zod'

/** File formats. */
export const importKinds = ['csv', 'xlsx', 'json', 'ndjson'] as const
export type ImportKind = (typeof importKinds)[number]

/** Text encodings, by their names in the Encoding Standard. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  // Available but never guessed: their bytes don't reliably differ.
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type ImportEncoding = (typeof importEncodings)[number]

/** Delimiters between values. */
export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]

/**
 * Formats of numbers and dates in a file, as BCP 47 tags. They differ in decimal sign and in the order of day and
 * month. ISO 8601 dates are accepted in all of them. The first is the default.
 */
export const importLocales = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'de-CH'] as const
export type ImportLocale = (typeof importLocales)[number]

/** Settings of a sheet; missing ones are guessed. Encoding and delimiter apply to text files only. */
export const importOptions = z.strictObject({
  encoding: z.enum(importEncodings).optional(),
  delimiter: z.enum(importDelimiters).optional(),
  /** True if the first row contains the column names. */
  header: z.boolean().optional(),
  locale: z.enum(importLocales).optional(),
  /** Time zone of moments (IANA name). Default: the zone recorded by Basalt, otherwise UTC. */
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  /** Number of lines to skip at the top, such as titles and remarks. */
  skip: z.number().int().min(0).max(1_000).optional(),
})
export type ImportOptions = z.infer<typeof importOptions>

/** Warnings about a readable file. */
export const importWarnings = [
  /** Lines with more or fewer values than the first: `count`, and the first such `line`. */
  'raggedLines',
  /** Renamed duplicate columns: `count`. */
  'headersRenamed',
  /** Columns without a name: `count`. */
  'headersEmpty',
  /** Characters that are invalid in the encoding: `count`. The file probably has another encoding. */
  'encodingDoubtful',
  /** A quotation mark in `line` that is never closed. */
  'quoteNeverClosed',
  /** Removed NUL characters: `count`. */
  'nulSigns',
  /** Skipped columns beyond `max`: `count`. */
  'columnsLeftOut',
  /** Formulas of a workbook: `count`. Their stored results are used. */
  'formulas',
  /** Formulas of a workbook without a stored result: `count`. Their cells are empty. */
  'formulasWithoutResult',
  /** Merged cells of a workbook: `count`. The first cell has the value. */
  'mergedCells',
  /** Nested lists and objects, stored as JSON text: `count`. */
  'nestedValues',
  /** Texts cut in the preview only. The import reads them completely. */
  'textsShortened',
  /** Only column names, without rows. */
  'noRows',
] as const
export type ImportWarningCode = (typeof importWarnings)[number]

/** Number of preview rows, and of listed failures. A file contains all failures. */
export const importPreviewRows = 200
export const importFailuresListed = 200
/** Maximum characters of a text in the preview. */
export const importPreviewSigns = 300
