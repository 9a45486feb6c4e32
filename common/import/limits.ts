/** What is read of files of rows; all numbers in one place (docs/import.md). */
export const importLimits = {
  /** Of a file that arrives. */
  fileBytes: 4 * 1024 ** 3,
  /** Of all that a workbook unpacks to, and of the parts of it that are kept in memory. */
  unpackedBytes: 8 * 1024 ** 3,
  keptPartBytes: 512 * 1024 ** 2,
  /** Where a part unpacks to more than the first, it may not be more than so many times its size. */
  ratioFromBytes: 100 * 1024 ** 2,
  ratio: 400,
  /** Parts of a workbook. */
  entries: 10_000,
  /** Signs of one row, or of one record of a JSON file. */
  rowSigns: 16 * 1024 ** 2,
  jsonDepth: 200,
  columns: 1_000,
  sheets: 200,
} as const
export type ImportLimits = { readonly [K in keyof typeof importLimits]: number }
