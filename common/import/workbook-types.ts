import { uiTypes, type UiType } from '@common/columns/ui-types'
import { isTimeZone } from '@common/columns/values/time-zone'
import type { ColumnOptions } from '@common/model'
import { readColumnOptions } from '@common/wire/column-options'

/**
 * What a workbook that Basalt has written tells of its columns: a sheet that nobody sees, one line for each of them, so
 * that the same columns come back. Files of others do not have it, and nothing of it is believed that does not fit.
 */
export const workbookTypesSheet = '_basalt_columns'

/** The first line of that sheet: by it the sheet is known as ours. */
const heads = ['basalt', '1', 'sheet', 'column', 'type', 'options', 'zone'] as const

/** The most that a cell of a workbook holds. */
const cellSigns = 32_767

export interface WorkbookColumn {
  /** Name of the sheet in the workbook, and the head of the column in it. */
  readonly sheet: string
  readonly title: string
  readonly uiType: UiType
  readonly options: ColumnOptions
  /** The zone by whose clocks the moments of the column are written (IANA); absent where its own options say it, or for UTC. */
  readonly zone?: string
}

/** The lines of the sheet, its heads first. */
export function workbookTypeLines(columns: readonly WorkbookColumn[]): readonly (readonly string[])[] {
  const lines = columns.map(({ sheet, title, uiType, options, zone = '' }) => {
    const text = JSON.stringify(options)
    // Too many choices for a cell: the type alone, and the import finds the choices in the values.
    return ['', '', sheet, title, uiType, text.length > cellSigns ? '{}' : text, zone]
  })
  return [heads, ...lines]
}

/**
 * The columns of a sheet, by their heads.
 *
 * @param lines  of the sheet `workbookTypesSheet`; empty when there is none
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
