import { cellText, type ImportCell } from '@common/import/cells'
import type { ImportLimits } from '@common/import/limits'
import { ImportProblem } from '@common/import/problem'
import { readWorkbookTypes, workbookTypesSheet, type WorkbookColumn } from '@common/import/workbook-types'
import { builtInMeaning, meaningOfFormat, meantBy, type NumberMeaning } from './number-formats'
import { Notices, type FileRow, type SheetReader } from './sheet-reader'
import { XmlReader, type XmlAttributes } from './xml'
import { openZip, type ZipEntry, type ZipFile } from '@main/lib/zip-file'

/** A sheet of a workbook. */
export interface WorkbookSheet {
  readonly name: string
  readonly entry: ZipEntry
}

/** An open Excel file: its sheets in order, and shared parts. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  /** Returns the column types that Basalt recorded for a sheet; empty for other files. */
  readonly typesOf: (sheet: string) => Promise<ReadonlyMap<string, WorkbookColumn>>
  readonly open: (sheet: WorkbookSheet) => SheetReader
  /** Returns the declared size of a sheet. */
  readonly extent: (sheet: WorkbookSheet) => Promise<{ readonly rows: number; readonly columns: number } | undefined>
}

const partBytes = 32 * 1024 ** 2

/**
 * Opens an Excel file.
 *
 * @throws ImportProblem IMPORT_FILE_UNKNOWN for another packed file, IMPORT_FILE_DAMAGED, IMPORT_UNPACKS_TOO_LARGE
 */
export async function openWorkbook(path: string, size: number, limits: ImportLimits): Promise<Workbook> {
  const zip = await openZip(path, size, limits)
  const main = zip.entries.get('xl/workbook.xml')
  if (main === undefined) throw new ImportProblem('IMPORT_FILE_UNKNOWN')
  const [targets, told] = [await relationsOf(zip), await sheetsOf(zip, main)]
  const all = told.sheets.flatMap(({ name, id, isHidden }) => {
    const entry = zip.entries.get(targets.get(id) ?? '')
    return entry === undefined ? [] : [{ name, entry, isHidden }]
  })
  const shared = once(() => sharedTexts(zip, limits))
  const meanings = once(() => meaningsOf(zip))
  const ours = all.find(({ name }) => name === workbookTypesSheet)
  const open = (sheet: WorkbookSheet): SheetReader =>
    readSheet({ zip, sheet, size, shared, meanings, is1904: told.is1904, limits })

  return {
    // Skips hidden sheets.
    sheets: all.filter(({ name, isHidden }) => !isHidden && name !== workbookTypesSheet).slice(0, limits.sheets),
    open,
    typesOf: async (name) => {
      if (ours === undefined) return new Map()
      const lines: (string | null)[][] = []
      for await (const rows of open(ours).rows()) {
        for (const { cells } of rows) lines.push(Array.from(cells, (cell) => (cell === null ? null : cellText(cell))))
        if (lines.length > limits.columns * limits.sheets) break
      }
      return readWorkbookTypes(lines, name)
    },
    extent: async ({ entry }) => {
      let area: string | undefined
      const reader = new XmlReader({
        open: (name, { ref }) => {
          if (name === 'dimension') area = ref
        },
        close: () => undefined,
        text: () => undefined,
      })
      try {
        // The first bytes contain the size, before the rows.
        for await (const bytes of zip.read(entry)) {
          reader.push(new TextDecoder().decode(bytes, { stream: true }))
          break
        }
      } catch (error) {
        // A broken sheet is reported when it is read; the other sheets may be fine.
        if (!(error instanceof ImportProblem)) throw error
      }
      const last = area?.split(':')[1]
      if (last === undefined) return undefined
      const { row, column } = placeOf(last)
      return { rows: row, columns: column + 1 }
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function relationsOf(zip: ZipFile): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  const entry = zip.entries.get('xl/_rels/workbook.xml.rels')
  if (entry === undefined) throw new ImportProblem('IMPORT_FILE_DAMAGED')
  const reader = new XmlReader({
    open: (name, attributes) => {
      const { Id: id, Target: target } = attributes
      if (name !== 'Relationship' || id === undefined || target === undefined) return
      targets.set(id, partAt(target))
    },
    close: () => undefined,
    text: () => undefined,
  })
  reader.push(await zip.text(entry, partBytes))
  return targets
}

/** Resolves the name of a part, relative to the archive or to the workbook. */
function partAt(target: string): string {
  const way = target.startsWith('/') ? [] : ['xl']
  for (const step of target.split('/')) {
    if (step === '..') way.pop()
    else if (step !== '' && step !== '.') way.push(step)
  }
  return way.join('/')
}

/** Returns the attribute `id` with a prefix; each program chooses its own prefix. */
const relationId = (attributes: XmlAttributes): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]

interface ToldSheets {
  readonly is1904: boolean
  readonly sheets: { readonly name: string; readonly id: string; readonly isHidden: boolean }[]
}

async function sheetsOf(zip: ZipFile, main: ZipEntry): Promise<ToldSheets> {
  const sheets: ToldSheets['sheets'] = []
  let is1904 = false
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const [title, id] = [attributes['name'], relationId(attributes)]
      if (title === undefined || id === undefined) return
      sheets.push({ name: title, id, isHidden: attributes['state'] === 'veryHidden' })
    },
    close: () => undefined,
    text: () => undefined,
  })
  reader.push(await zip.text(main, partBytes))
  return { is1904, sheets }
}

/** Texts that cells name by their place. */
async function sharedTexts(zip: ZipFile, limits: ImportLimits): Promise<readonly string[]> {
  const texts: string[] = []
  const entry = zip.entries.get('xl/sharedStrings.xml')
  if (entry === undefined) return texts
  let [item, inText, inReading] = ['', false, false]
  const reader = new XmlReader({
    open: (name) => {
      if (name === 'si') item = ''
      else if (name === 't') inText = true
      // Skips phonetic annotations.
      else if (name === 'rPh') inReading = true
    },
    close: (name) => {
      if (name === 'si') texts.push(plainText(item))
      else if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
    },
    text: (text) => {
      if (inText && !inReading) item += text
    },
  })
  let bytes = 0
  const decoder = new TextDecoder()
  for await (const part of zip.read(entry)) {
    bytes += part.length
    if (bytes > limits.partInMemoryBytes) throw new ImportProblem('IMPORT_UNPACKS_TOO_LARGE')
    reader.push(decoder.decode(part, { stream: true }))
  }
  return texts
}

/** Reads the meaning of numbers by cell style. */
async function meaningsOf(zip: ZipFile): Promise<readonly NumberMeaning[]> {
  const entry = zip.entries.get('xl/styles.xml')
  if (entry === undefined) return []
  const formats = new Map<number, NumberMeaning>()
  const styles: NumberMeaning[] = []
  let inStyles = false
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'cellXfs') inStyles = true
      const id = Number(attributes['numFmtId'])
      if (name === 'numFmt') formats.set(id, meaningOfFormat(attributes['formatCode'] ?? ''))
      if (name === 'xf' && inStyles) styles.push(formats.get(id) ?? builtInMeaning(id))
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false
    },
    text: () => undefined,
  })
  reader.push(await zip.text(entry, partBytes))
  return styles
}

interface OpenSheet {
  readonly zip: ZipFile
  readonly sheet: WorkbookSheet
  readonly size: number
  readonly shared: () => Promise<readonly string[]>
  readonly meanings: () => Promise<readonly NumberMeaning[]>
  readonly is1904: boolean
  readonly limits: ImportLimits
}

function readSheet({ zip, sheet, shared, meanings, is1904, limits }: OpenSheet): SheetReader {
  const notices = new Notices()
  let read = 0
  return {
    notices,
    progress: () => ({ read, all: sheet.entry.packed }),
    rows: async function* () {
      const sheetRows = new SheetRows(notices, { texts: await shared(), meanings: await meanings(), is1904, limits })
      const reader = new XmlReader(sheetRows)
      const decoder = new TextDecoder()
      for await (const part of zip.read(sheet.entry, (packed) => (read += packed))) {
        reader.push(decoder.decode(part, { stream: true }))
        yield sheetRows.take()
      }
      reader.end()
    },
  }
}

interface Shared {
  readonly texts: readonly string[]
  readonly meanings: readonly NumberMeaning[]
  readonly is1904: boolean
  readonly limits: ImportLimits
}

/** Converts the elements of a sheet to rows. */
class SheetRows {
  readonly #notices: Notices
  readonly #shared: Shared
  #rows: FileRow[] = []
  #cells: ImportCell[] = []
  #line = 0
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #hasValue = false
  #hasFormula = false
  #inValue = false
  #inReading = false
  #signs = 0

  constructor(notices: Notices, shared: Shared) {
    this.#notices = notices
    this.#shared = shared
  }

  take(): readonly FileRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open = (name: string, attributes: XmlAttributes): void => {
    switch (name) {
      case 'row': {
        const line = Number(attributes['r'] ?? this.#line + 1)
        this.#line = Number.isSafeInteger(line) && line > this.#line ? line : this.#line + 1
        this.#cells = []
        this.#column = -1
        this.#signs = 0
        break
      }
      case 'c': {
        const place = attributes['r']
        this.#column = place === undefined ? this.#column + 1 : placeOf(place).column
        this.#type = attributes['t'] ?? 'n'
        this.#style = Number(attributes['s'] ?? 0)
        this.#value = ''
        this.#hasValue = false
        this.#hasFormula = false
        break
      }
      case 'v':
      case 't':
        this.#inValue = !this.#inReading
        this.#hasValue = true
        break
      case 'rPh':
        this.#inReading = true
        break
      case 'f':
        this.#hasFormula = true
        break
      case 'mergeCell':
        this.#notices.add('mergedCells')
        break
    }
  }

  close = (name: string): void => {
    switch (name) {
      case 'v':
      case 't':
        this.#inValue = false
        break
      case 'rPh':
        this.#inReading = false
        break
      case 'c':
        this.#put()
        break
      case 'row':
        if (this.#cells.some((cell) => cell !== null && cell !== undefined))
          this.#rows.push({ line: this.#line, cells: Array.from(this.#cells, (cell) => cell ?? null) })
        break
    }
  }

  text = (text: string): void => {
    if (!this.#inValue) return
    this.#value += text
    this.#signs += text.length
    if (this.#signs > this.#shared.limits.rowSigns)
      throw new ImportProblem('IMPORT_LINE_TOO_LONG', { line: this.#line })
  }

  #put(): void {
    const { limits } = this.#shared
    if (this.#hasFormula) this.#notices.add('formulas')
    const cell = this.#hasValue ? this.#cell() : null
    if (this.#hasFormula && cell === null) this.#notices.add('formulasWithoutResult')
    if (this.#column < 0 || this.#column >= limits.columns * 20) return
    if (this.#column >= limits.columns) {
      if (cell !== null) this.#notices.add('columnsLeftOut', 1, { max: limits.columns })
      return
    }
    this.#cells[this.#column] = cell
  }

  #cell(): ImportCell {
    const { texts, meanings, is1904 } = this.#shared
    switch (this.#type) {
      case 's':
        return textCell(texts[Number(this.#value)] ?? '')
      case 'str':
      case 'inlineStr':
        return textCell(plainText(this.#value))
      case 'b':
        return this.#value === '1' || this.#value === 'true'
      case 'd':
        return { plain: this.#value.replace('T', ' ').replace(/Z$/, '') }
      // #N/A and the like: there is no value.
      case 'e':
        return null
      default: {
        const number = Number(this.#value)
        if (this.#value.trim() === '' || !Number.isFinite(number)) return null
        return meantBy(number, meanings[this.#style] ?? 'number', is1904)
      }
    }
  }
}

const textCell = (text: string): ImportCell => (text === '' ? null : text)

/** Decodes `_x000D_` escapes and removes NULs. */
function plainText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) => {
    const sign = Number.parseInt(hex, 16)
    return sign === 0 ? '' : String.fromCharCode(sign)
  })
}

/** `BC23`: the row from 1, the column from 0. */
function placeOf(place: string): { readonly row: number; readonly column: number } {
  let column = 0
  let at = 0
  for (; at < place.length && at < 4; at += 1) {
    const letter = place.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return { row: Number(place.slice(at)) || 0, column: column - 1 }
}
