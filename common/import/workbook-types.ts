import { uiTypes, type UiType } from '@common/columns/ui-types'
import { isTimeZone } from '@common/columns/values/time-zone'
import type { ColumnOptions } from '@common/model'
import { readColumnOptions } from '@common/wire/column-options'

/**
 * Name of a hidden sheet in exported workbooks. It records the column types, one line per column, so that an import
 * restores them. Other files lack it, and invalid lines are ignored.
 */
export const workbookTypesSheet = '_basalt_columns'

/** First line of the sheet, which identifies it. */
const heads = ['basalt', '1', 'sheet', 'column', 'type', 'options', 'zone'] as const

/** Maximum characters of a cell in a workbook. */
const cellSigns = 32_767

export interface WorkbookColumn {
  /** Name of the sheet, and header of the column in it. */
  readonly sheet: string
  readonly title: string
  readonly uiType: UiType
  readonly options: ColumnOptions
  /** Time zone of the column's moments (IANA). Absent for UTC and for columns with their own zone. */
  readonly zone?: string
}

/** Returns the lines of the sheet, headers first. */
export function workbookTypeLines(columns: readonly WorkbookColumn[]): readonly (readonly string[])[] {
  const lines = columns.map(({ sheet, title, uiType, options, zone = '' }) => {
    const text = JSON.stringify(options)
    // Too many options for one cell: records the type alone. The import derives the options from the values.
    return ['', '', sheet, title, uiType, text.length > cellSigns ? '{}' : text, zone]
  })
  return [heads, ...lines]
}

/**
 * Returns the columns of a sheet by their headers.
 *
 * @param lines  of the sheet `workbookTypesSheet`; empty without it
 */
export function readWorkbookTypes(
  lines: readonly (readonly (string | null)[])[],
  sheet: string,
): ReadonlyMap<string, WorkbookColumn> {
  const found = new Map<string, WorkbookColumn>()
  const [first, ...rest] = lines
  if (first?.[0] !== heads[0] || first[1] !== heads[1]) return found
  for (const [, , of, title, type, text, zone] of rest) {
    const uiType = uiTypes.find((each) => each === type)
    if (of !== sheet || typeof title !== 'string' || uiType === undefined) continue
    const options = readColumnOptions(parsed(text ?? '{}'))
    if (options !== undefined && !found.has(title))
      found.set(title, { sheet, title, uiType, options, ...(isZone(zone) && { zone }) })
  }
  return found
}

const isZone = (zone: string | null | undefined): zone is string =>
  typeof zone === 'string' && zone !== '' && isTimeZone(zone)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
