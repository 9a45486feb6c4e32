/** Endings of files of rows, as a file dialog offers them. */
export const importEndings = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'json', 'ndjson', 'jsonl'] as const

/** True for the name of exported metadata of a project. */
export const isMetadataFile = (name: string): boolean => /^basalt-metadata.*\.zip$/i.test(name)

/** True if the ending is that of a file of rows. The content decides. */
export function looksLikeRows(path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase()
  return importEndings.some((known) => known === ending)
}
