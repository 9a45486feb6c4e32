import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { guarded } from '@common/columns/values/formula-guard'
import { importFailuresListed } from '@common/import/options'
import type { Message } from '@common/messages'
import type { WireImportFailure } from '@common/operations/imports'
import { storageError, writeAll } from '@main/lib/files'
import { englishBeside } from '@main/lib/messages'
import { valuesLine } from '@main/lib/values-line'

/** A row that was not imported. */
export interface ImportFailure extends Omit<WireImportFailure, 'msg' | 'message'> {
  readonly why: Message
}

/** Rows that were not imported: the first ones in memory, all of them in a file. */
export interface Failures {
  readonly count: number
  readonly first: readonly ImportFailure[]
  /** @throws AppError DISK_FULL */
  readonly add: (failures: readonly ImportFailure[]) => Promise<void>
  readonly close: () => Promise<void>
  /** Returns all of them as a CSV file with a header. `textOf` renders the reasons. */
  readonly csv: (textOf: (message: Message) => string) => AsyncIterable<string>
}

export function createFailures(path: string): Failures {
  const first: ImportFailure[] = []
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
    csv: async function* (textOf) {
      yield line(['sheet', 'line', 'column', 'value', 'reason'])
      if (bytes === 0) return
      // The import may continue, so reading stops at the last complete line.
      const input = createReadStream(path, { encoding: 'utf8', end: bytes - 1 })
      for await (const text of createInterface({ input })) {
        const { sheet, line: at, column, value, why } = JSON.parse(text) as ImportFailure
        yield line([sheet, String(at), column ?? '', value ?? '', textOf(why)])
      }
    },
  }
}

/** Adds the reason in English. */
export const failureToWire = ({ why, ...place }: ImportFailure): WireImportFailure =>
  Object.assign(englishBeside('msg', why), place)

const line = (cells: readonly string[]): string => valuesLine(cells.map(guarded), ',')
