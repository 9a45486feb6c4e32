/** Limits of imports (docs/import.md). */
export const importLimits = {
  /** Size of an uploaded file. */
  fileBytes: 4 * 1024 ** 3,
  /** Unpacked size of a workbook, and of its parts that are held in memory. */
  unpackedBytes: 8 * 1024 ** 3,
  partInMemoryBytes: 512 * 1024 ** 2,
  /** Above the first size, a part may expand to at most this multiple of its packed size. */
  ratioFromBytes: 100 * 1024 ** 2,
  ratio: 400,
  /** Parts of a workbook. */
  entries: 10_000,
  /** Characters of a row, or of a JSON record. */
  rowSigns: 16 * 1024 ** 2,
  jsonDepth: 200,
  columns: 1_000,
  sheets: 200,
} as const
export type ImportLimits = { readonly [K in keyof typeof importLimits]: number }
