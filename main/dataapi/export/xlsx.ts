import { PassThrough } from 'node:stream'
import { once } from 'node:events'
import type { Column } from '@common/model'
import type { ExportSource } from './source'
import { sheetTitle, sheetValue } from './formats'

/** Rows of one sheet, its heads included. */
const sheetRows = 1_048_576

/** A workbook, written while it is read: rows that nobody fetches are not written. */
export async function* xlsxChunks(
  title: string,
  source: ExportSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Loaded when it is needed: the start does not wait for it.
  const { WorkbookWriter } = await import('@cj-tech-master/excelts')
  const out = new PassThrough({ highWaterMark: 256 * 1024 })
  const workbook = new WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: false })
  const write = async (): Promise<void> => {
    let sheet = workbook.addWorksheet(sheetTitle(title))
    let written = 0
    let sheets = 1
    const heads = (): void => {
      sheet.addRow(source.columns.map(({ title: head }) => head)).commit()
      written = 1
    }
    heads()
    for await (const rows of source.batches()) {
      for (const row of rows) {
        if (written === sheetRows) {
          sheet.commit()
          sheet = workbook.addWorksheet(`Rows ${(sheets += 1)}`)
          heads()
        }
        sheet.addRow(cellsOf(source.columns, row)).commit()
        written += 1
      }
      if (out.destroyed) return
      if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')])
    }
    sheet.commit()
    await workbook.commit()
  }
  // Nobody may have begun to fetch it when the caller leaves.
  const leave = (): void => void out.destroy()
  signal.addEventListener('abort', leave, { once: true })
  const writing = write().catch((error: unknown) => void out.destroy(error instanceof Error ? error : undefined))
  try {
    for await (const chunk of out) yield chunk as Uint8Array
  } finally {
    signal.removeEventListener('abort', leave)
    out.destroy()
    await writing
  }
}

function cellsOf(columns: readonly Column[], row: readonly Parameters<typeof sheetValue>[1][]) {
  return columns.map((column, at) => sheetValue(column, row[at] ?? null))
}
