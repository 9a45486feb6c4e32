import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { importFailuresListed } from '@common/import/options'
import type { WireImportFailure } from '@common/operations/imports'

/** Rows that were not taken: the first ones at hand, all of them in a file. */
export interface Failures {
  readonly count: number
  readonly first: readonly WireImportFailure[]
  readonly add: (failures: readonly WireImportFailure[]) => Promise<void>
  readonly close: () => Promise<void>
  /** All of them as a CSV file, with a head. */
  readonly csv: () => AsyncIterable<string>
}

export function createFailures(path: string): Failures {
  const first: WireImportFailure[] = []
  let count = 0
  let out: WriteStream | undefined
  return {
    get count() {
      return count
    },
    first,
    add: async (failures) => {
      if (failures.length === 0) return
      out ??= createWriteStream(path, { mode: 0o600 })
      count += failures.length
      first.push(...failures.slice(0, importFailuresListed - first.length))
      const text = failures.map((failure) => `${JSON.stringify(failure)}\n`).join('')
      if (!out.write(text)) await once(out, 'drain')
    },
    close: async () => {
      if (out === undefined || out.closed) return
      out.end()
      await once(out, 'close')
    },
    csv: async function* () {
      yield line(['sheet', 'line', 'column', 'value', 'reason'])
      if (count === 0) return
      for await (const text of createInterface({ input: createReadStream(path, 'utf8') })) {
        const { sheet, line: at, column, value, msg } = JSON.parse(text) as WireImportFailure
        yield line([sheet, String(at), column ?? '', value ?? '', msg])
      }
    },
  }
}

/** What spreadsheets would calculate gets an apostrophe in front. */
const guarded = (text: string): string => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const line = (cells: readonly string[]): string =>
  `${cells
    .map(guarded)
    .map((text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`
