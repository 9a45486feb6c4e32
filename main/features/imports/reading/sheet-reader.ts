import type { ImportCell } from '@common/import/cells'
import type { ImportWarningCode } from '@common/import/options'

/** A row of a file. */
export interface FileRow {
  /** Line of a text, row of a sheet, or position in a list, one-based. */
  readonly line: number
  readonly cells: readonly ImportCell[]
  /** Problem of the whole row, which then has no cells. */
  readonly problem?: 'notJson' | 'tooManyValues'
}

/** Warnings during reading; counts are added up. */
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
  /** Number of bytes read, and in total. */
  readonly progress: () => { readonly read: number; readonly all: number }
  readonly notices: Notices
  /** Headers that are part of every row: keys of records. */
  readonly heads?: readonly string[]
}
