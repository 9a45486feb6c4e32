import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { guarded } from '@common/columns/values/formula-guard'
import { importFailuresListed } from '@common/import/options'
import type { WireImportFailure } from '@common/operations/imports'
import { storageError, writeAll } from '@main/lib/files'

/** Rows that were not taken: the first ones at hand, all of them in a file. */
export interface Failures {
  readonly count: number
  readonly first: readonly WireImportFailure[]
  /** @throws AppError DISK_FULL */
  readonly add: (failures: readonly WireImportFailure[]) => Promise<void>
  readonly close: () => Promise<void>
  /** All of them as a CSV file, with a head. */
  readonly csv: () => AsyncIterable<string>
}

export function createFailures(path: string): Failures {
  const first: WireImportFailure[] = []
  let count = 0
  let file: FileHandle | undefined
  let bytes = 0
  return {
    get count() {
      return count
    },
    first,
    add: async (failures) => {
      if (failures.length === 0) return
      const text = Buffer.from(failures.map((failure) => `${JSON.stringify(failure)}\n`).join(''))
      try {
        file ??= await open(path, 'w', 0o600)
        await writeAll(file, text)
      } catch (error) {
        throw storageError(error)
      }
      bytes += text.byteLength
      count += failures.length
      first.push(...failures.slice(0, importFailuresListed - first.length))
    },
    close: async () => {
      const closing = file
      file = undefined
      await closing?.close()
    },
    csv: async function* () {
      yield line(['sheet', 'line', 'column', 'value', 'reason'])
      if (bytes === 0) return
      // The import may go on: no more is read than what stands there whole.
      const input = createReadStream(path, { encoding: 'utf8', end: bytes - 1 })
      for await (const text of createInterface({ input })) {
        const { sheet, line: at, column, value, msg } = JSON.parse(text) as WireImportFailure
        yield line([sheet, String(at), column ?? '', value ?? '', msg])
      }
    },
  }
}

const line = (cells: readonly string[]): string =>
  `${cells
    .map(guarded)
    .map((text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`
