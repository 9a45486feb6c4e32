import type { CellDisplay } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { Column } from '@common/model'
import { plainText } from '@common/sql/result-file'
import type { SqlColumn, SqlColumnKind, SqlResultSort, SqlValue } from '@common/sql/shapes'
import type { DataGridCell, DataGridColumn } from '@renderer/features/records'
import { formatNumber } from '@renderer/i18n'

const looks: Readonly<Record<SqlColumnKind, { readonly uiType: UiType; readonly display: CellDisplay }>> = {
  number: { uiType: typeFor.decimal, display: 'number' },
  text: { uiType: typeFor.longText, display: 'text' },
  boolean: { uiType: typeFor.flag, display: 'text' },
  date: { uiType: typeFor.moment, display: 'text' },
  json: { uiType: typeFor.json, display: 'json' },
  binary: { uiType: typeFor.native, display: 'code' },
}

/** Names whose numbers are labels rather than amounts: written without separators. */
const label = /(?:id|year|key|code|zip|number|no)$/i

export interface ShownColumns {
  readonly columns: readonly SqlColumn[]
  readonly sort: SqlResultSort
  /** Widths that the user dragged, by place. */
  readonly widths: Readonly<Record<number, number>>
  readonly filtered: ReadonlySet<number>
  readonly editable: ReadonlySet<number>
  /** The first rows, whose texts decide how wide a column begins. */
  readonly sample: readonly (readonly SqlValue[])[]
}

/** Returns the columns of a result as the grid has them. */
export function resultColumns(shown: ShownColumns): readonly DataGridColumn[] {
  return shown.columns.map((column, at) => {
    const sorted = shown.sort.find((rule) => rule.column === at)
    const { display } = looks[column.kind]
    return {
      id: `${at}`,
      title: column.name,
      width: shown.widths[at] ?? startWidth(column, shown.sample, at),
      column: modelColumn(column, at),
      display,
      align: column.kind === 'number' ? 'end' : 'start',
      sort: sorted === undefined ? undefined : sorted.descending ? 'descending' : 'ascending',
      filtered: shown.filtered.has(at),
      editable: shown.editable.has(at),
    }
  })
}

function modelColumn({ name, type, kind }: SqlColumn, at: number): Column {
  return {
    name: `${at}`,
    title: name,
    uiType: looks[kind].uiType,
    nativeType: type,
    required: false,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    defaultValue: null,
    generated: false,
    primaryValue: at === 0 && kind === 'text',
    options: {},
  }
}

const letterPx = 7.4
const roomPx = 26
/** Icon, arrow and menu of a header. */
const headRoomPx = 58
const narrowestPx = 72
const widestPx = 360

function startWidth(column: SqlColumn, sample: ShownColumns['sample'], at: number): number {
  const longest = sample.reduce((most, row) => Math.max(most, valueText(row[at] ?? null, column).length), 0)
  const width = Math.max(longest * letterPx + roomPx, column.name.length * letterPx + headRoomPx)
  return Math.round(Math.min(widestPx, Math.max(narrowestPx, width)))
}

/** Returns a value as the reader sees it. */
export function valueText(value: SqlValue, { name, kind }: Pick<SqlColumn, 'name' | 'kind'>): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && kind === 'number')
    return label.test(name) ? String(value) : formatNumber(value, { maximumFractionDigits: 12 })
  return plainText(value)
}

/** Returns a value as the grid draws it. */
export function resultCell(value: SqlValue, column: SqlColumn, marks: DataGridMarks = []): DataGridCell {
  return {
    state: 'ready',
    value,
    text: valueText(value, column),
    marks: value === null ? [...marks, 'null'] : marks,
  }
}

type DataGridMarks = Extract<DataGridCell, { readonly state: 'ready' }>['marks']

/** Returns the sorting after a click on a header: ascending, descending, then none. Shift adds a column. */
export function nextSorting(sort: SqlResultSort, column: number, isExtending: boolean): SqlResultSort {
  const now = sort.find((rule) => rule.column === column)
  const others = isExtending ? sort.filter((rule) => rule.column !== column) : []
  if (now === undefined) return [...others, { column, descending: false }]
  return now.descending ? others : [...others, { column, descending: true }]
}
