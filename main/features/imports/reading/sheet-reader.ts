import type { ImportCell } from '@common/import/cells'
import type { ImportWarningCode } from '@common/import/options'

/** A row of a file. */
export interface FileRow {
  /** Line of a text, row of a sheet, place in a list: from 1. */
  readonly line: number
  readonly cells: readonly ImportCell[]
  /** What was wrong with the row itself; it has no cells then. */
  readonly problem?: 'notJson' | 'tooManyValues'
}

/** What has been noticed while reading; numbers are added up. */
export class Notices {
  readonly #found = new Map<ImportWarningCode, Record<string, number>>()

  add(code: ImportWarningCode, count = 1, more: Readonly<Record<string, number>> = {}): void {
    const known = this.#found.get(code)
    if (known === undefined) this.#found.set(code, { count, ...more })
    else known['count'] = (known['count'] ?? 0) + count
  }

  has(code: ImportWarningCode): boolean {
    return this.#found.has(code)
  }

  list(): { readonly code: ImportWarningCode; readonly params: Record<string, number> }[] {
    return [...this.#found].map(([code, params]) => ({ code, params }))
  }
}

/** A sheet that is read from its beginning, some rows at a time. */
export interface SheetReader {
  readonly rows: () => AsyncIterable<readonly FileRow[]>
  /** Bytes of the file that have been read, of how many. */
  readonly progress: () => { readonly read: number; readonly all: number }
  readonly notices: Notices
  /** Heads that come with every row: keys of records. */
  readonly heads?: readonly string[]
}
