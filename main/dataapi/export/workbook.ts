import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { workbookTypeLines, workbookTypesSheet, type WorkbookColumn } from '@common/import/workbook-types'
import type { ExportField, ExportValue } from './fields'
import type { ExportOptions } from './options'
import { formatOf, sheetCell, zoneOf, type SheetCell } from './sheet-cells'
import type { ViewSource } from './view'
import { zipChunks, type ZipEntry } from '@main/lib/zip-chunks'

/** Maximum rows of a sheet, including headers, and characters, well below the limits of an archive. */
const sheetRows = 1_048_576
const sheetCharacters = 1_500_000_000
/** Maximum columns of a sheet. */
const sheetColumns = 16_384
/** Maximum characters of a cell. */
const cellCharacters = 32_767
const chunkCharacters = 256 * 1024

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/**
 * Generates a workbook lazily, while it is read. Own code, because packages take several times as long and alter texts.
 */
export function workbookChunks(title: string, source: ViewSource, options: ExportOptions): AsyncGenerator<Uint8Array> {
  return zipChunks(parts(title, source, options))
}

async function* parts(title: string, source: ViewSource, options: ExportOptions): AsyncGenerator<ZipEntry> {
  const fields = source.fields.slice(0, sheetColumns)
  const styles = stylesOf(fields, options.reader.locale)
  const names: string[] = []
  const rows = new RowTurns(source)
  while (await rows.more()) {
    names.push(names.length === 0 ? sheetTitle(title) : `Rows ${names.length + 1}`)
    yield { name: `xl/worksheets/sheet${names.length}.xml`, texts: sheetTexts(fields, rows, styles, options) }
  }
  const types = names.flatMap((sheet) => fields.map((field) => typeOf(sheet, field, options)))
  yield { name: `xl/worksheets/sheet${names.length + 1}.xml`, texts: plainSheet(workbookTypeLines(types)) }
  const sheets = [...names, workbookTypesSheet]
  yield { name: 'xl/styles.xml', texts: [styles.xml] }
  yield { name: 'xl/workbook.xml', texts: [workbookXml(sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', texts: [workbookRelations(sheets.length)] }
  yield { name: '_rels/.rels', texts: [packageRelations] }
  yield { name: '[Content_Types].xml', texts: [contentTypes(sheets.length)] }
}

/** Distributes rows over as many sheets as they need, at least one. */
class RowTurns {
  readonly #batches: AsyncGenerator<readonly (readonly ExportValue[])[]>
  #rows: readonly (readonly ExportValue[])[] = []
  #at = 0
  #isBegun = false

  constructor({ batches }: ViewSource) {
    this.#batches = batches()
  }

  async more(): Promise<boolean> {
    const isFirst = !this.#isBegun
    this.#isBegun = true
    return (await this.#filled()) || isFirst
  }

  /** Returns up to `most` rows of one batch; undefined at the end. */
  async next(most: number): Promise<readonly (readonly ExportValue[])[] | undefined> {
    if (!(await this.#filled())) return undefined
    const rows = this.#rows.slice(this.#at, this.#at + most)
    this.#at += rows.length
    return rows
  }

  async #filled(): Promise<boolean> {
    while (this.#at >= this.#rows.length) {
      const { done, value } = await this.#batches.next()
      if (done === true) return false
      this.#rows = value
      this.#at = 0
    }
    return true
  }
}

async function* sheetTexts(
  fields: readonly ExportField[],
  rows: RowTurns,
  styles: Styles,
  options: ExportOptions,
): AsyncGenerator<string> {
  const letters = fields.map((_, at) => columnLetters(at))
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${columnsXml(fields, styles, options)}<sheetData>`
  const heads = fields.map(({ title }, at) => textCell(`${letters[at] ?? ''}1`, title, ` s="${headStyle}"`)).join('')
  let text = `<row r="1">${heads}</row>`
  let size = 0
  let written = 1
  while (written < sheetRows && size < sheetCharacters) {
    const taken = await rows.next(Math.min(1_000, sheetRows - written))
    if (taken === undefined) break
    for (const row of taken) {
      written += 1
      text += `<row r="${written}">`
      for (let at = 0; at < fields.length; at += 1) {
        const field = fields[at]
        const cell = field && sheetCell(field, row[at] ?? null, options)
        if (cell !== undefined) text += cellXml(`${letters[at] ?? ''}${written}`, cell, styles.at[at] ?? '')
      }
      text += '</row>'
    }
    if (text.length < chunkCharacters) continue
    size += text.length
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

function cellXml(at: string, cell: SheetCell, style: string): string {
  if (cell.kind === 'flag') return `<c r="${at}" t="b"><v>${cell.set ? 1 : 0}</v></c>`
  return cell.kind === 'number' ? `<c r="${at}"${style}><v>${cell.text}</v></c>` : textCell(at, cell.text, '')
}

function textCell(at: string, text: string, style: string): string {
  const cut = text.length > cellCharacters ? `${text.slice(0, cellCharacters - 1).toWellFormed()}…` : text
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`
}

/** Escapes characters that XML lacks, and texts that look like such an escape. */
function xmlText(text: string): string {
  // Most texts have none of them.
  if (!special.test(text)) return text
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(unwritten, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}
// oxlint-disable-next-line no-control-regex -- control characters are the point
const unwritten = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g
const special = new RegExp(`[&<>_]|${unwritten.source}`)

async function* plainSheet(lines: readonly (readonly string[])[]): AsyncGenerator<string> {
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetData>`
  for (const [n, line] of lines.entries())
    yield `<row r="${n + 1}">${line.map((text, at) => (text === '' ? '' : textCell(`${columnLetters(at)}${n + 1}`, text, ''))).join('')}</row>`
  yield '</sheetData></worksheet>'
}

/** Returns A, B, … Z, AA and so on. */
function columnLetters(at: number): string {
  const rest = Math.floor(at / 26)
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (at % 26))}`
}

/** Records the column's type, so that an import restores it. */
function typeOf(sheet: string, { title, column, kind }: ExportField, options: ExportOptions): WorkbookColumn {
  if (kind === 'names' || kind === 'list') return { sheet, title, uiType: typeFor.text, options: {} }
  const told = { sheet, title, uiType: column.uiType, options: column.options }
  const isMoment = columnType(column.uiType).storage === 'dateTime'
  const zone = zoneOf(column, options)
  return isMoment && column.options.timeZone === undefined && zone !== 'UTC' ? { ...told, zone } : told
}

/** Style of headers; those of fields follow. */
const headStyle = 1

interface Styles {
  /** Style attribute of each field's cells. */
  readonly at: readonly string[]
  readonly numbers: readonly number[]
  readonly xml: string
}

/** First number of custom formats in a workbook. */
const ownFormats = 164

function stylesOf(fields: readonly ExportField[], locale: string): Styles {
  const formats: string[] = []
  const numbers = fields.map((field) => {
    const format = formatOf(field, locale)
    if (format === undefined) return 0
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + headStyle + 1
  })
  const own = formats
    .map((code, n) => `<numFmt numFmtId="${ownFormats + n}" formatCode="${attribute(code)}"/>`)
    .join('')
  const xfs = formats
    .map(
      (_, n) => `<xf numFmtId="${ownFormats + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('')
  const font = (bold: string): string =>
    `<font>${bold}<sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/></font>`
  const xml = `${xmlHead}<styleSheet xmlns="${main}">${own === '' ? '' : `<numFmts count="${formats.length}">${own}</numFmts>`}<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${xfs}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  return { at: numbers.map((n) => (n === 0 ? '' : ` s="${n}"`)), numbers, xml }
}

const attribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;')

/** CSS pixels per character, and default widths. */
const signPixels = 7
const widthSigns = { plain: 18, least: 6, most: 100 }

function columnsXml(fields: readonly ExportField[], styles: Styles, { widths }: ExportOptions): string {
  if (fields.length === 0) return ''
  const columns = fields.map((_, at) => {
    const pixels = widths[at]
    const signs = pixels === undefined || pixels === 0 ? widthSigns.plain : pixels / signPixels
    const width = Math.min(widthSigns.most, Math.max(widthSigns.least, signs)).toFixed(1)
    const style = styles.numbers[at] ?? 0
    return `<col min="${at + 1}" max="${at + 1}" width="${width}"${style === 0 ? '' : ` style="${style}"`} customWidth="1"/>`
  })
  return `<cols>${columns.join('')}</cols>`
}

/** Sheet titles exclude special characters and have at most 31 characters. */
export function sheetTitle(title: string): string {
  const clean = title
    .replaceAll(/[[\]*?/\\:]/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replaceAll(/^[\s']+|[\s']+$/g, '')
  const taken = ['history', workbookTypesSheet]
  return clean === '' || taken.includes(clean.toLowerCase()) || /^rows \d+$/i.test(clean) ? 'Rows' : clean
}

function workbookXml(sheets: readonly string[]): string {
  const lines = sheets.map(
    (name, n) =>
      `<sheet name="${attribute(name)}" sheetId="${n + 1}"${n === sheets.length - 1 ? ' state="veryHidden"' : ''} r:id="rId${n + 1}"/>`,
  )
  return `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${lines.join('')}</sheets></workbook>`
}

function workbookRelations(sheets: number): string {
  const lines = Array.from(
    { length: sheets },
    (_, n) => `<Relationship Id="rId${n + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${packages}/relationships">${lines.join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
}

const packageRelations = `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const lines = Array.from(
    { length: sheets },
    (_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  return `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${lines.join('')}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`
}
