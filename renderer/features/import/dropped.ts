import { databaseFileEndings } from '@common/dialects'

/** Endings of files of rows, as a file dialog offers them. */
export const importEndings = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'json', 'ndjson', 'jsonl'] as const

export const acceptedFiles = importEndings.map((ending) => `.${ending}`).join(',')

/** What files that were dropped are. Others are tried as files of rows: the server knows them by what is in them. */
export interface Dropped {
  readonly databases: readonly File[]
  readonly rows: readonly File[]
}

export function sortDropped(files: readonly File[]): Dropped {
  const isDatabase = ({ name }: File): boolean =>
    databaseFileEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))
  return { databases: files.filter(isDatabase), rows: files.filter((file) => !isDatabase(file)) }
}

/** `sales 2026.csv` → `sales 2026`. */
export const nameWithoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '')
