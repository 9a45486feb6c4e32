import { formatNames, useTranslation } from '@renderer/i18n'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import type { ReadOnlyReason } from '../columns/grid-columns'
import type { GridStatus } from './grid-status'
import { countRows, type GridSelection } from '../painter/selection'

/** What is said about a grid: in the status bar, and to people who listen. */
export interface GridNotes {
  readonly status: GridStatus
  readonly polite: string
  readonly assertive: string
  readonly announce: (sentence: string) => void
  /** Shows a sentence in the status bar for a while and reads it out. */
  readonly say: (sentence: string) => void
  /** Why a cell of this column cannot be edited. */
  readonly explain: (column: DataGridColumn) => void
}

/** What there is beside the rows shown. */
export interface AllRows {
  /** The filter that chooses them, as text; empty when it chooses all. */
  readonly filtered: string
  /** How many rows the table has, where that is known. */
  readonly all: number | undefined
}

const noteShownMs = 5_000

export function useGridNotes(
  model: GridModel,
  selection: GridSelection,
  readOnly: ReadOnlyReason | undefined,
  { filtered, all }: AllRows,
): GridNotes {
  const { t } = useTranslation()
  const [polite, setPolite] = useState('')
  const [said, setSaid] = useState('')
  const counted = model.rows.countIsOld || filtered !== '' ? undefined : model.rows.count
  const found = useTotal(counted, model.search)
  const total = filtered === '' ? found : all
  const save = model.saveState
  const shown = model.rows.count

  useEffect(() => {
    if (save === 'saved') setPolite(t('grid.announce.saved'))
  }, [save, t])
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSaid(''), noteShownMs)
    return () => clearTimeout(timer)
  }, [said])

  const { unfinished } = model.drafts
  const missing = unfinished && formatNames(unfinished.missing.map((column) => column.title))
  const standing =
    unfinished !== undefined
      ? missing
        ? t('grid.status.draft', { columns: missing })
        : unfinished.hasRefused
          ? t('grid.status.draftRefused')
          : undefined
      : readOnly && t(`grid.status.readOnly.${readOnly}`)
  const selectedRows = countRows(selection.rows)
  const rows = selectedRows > 0 ? selectedRows : (selection.range?.rows ?? 0)
  // Whole records have no width: cards show none of their columns.
  const across = selectedRows > 0 ? undefined : (selection.range?.columns ?? 0)
  const note = said === '' ? standing : said
  const status = useMemo<GridStatus>(
    () => ({
      shown,
      total,
      save,
      selected: rows * (across ?? 1) > 1 ? { rows, columns: across } : undefined,
      note,
    }),
    [shown, total, save, rows, across, note],
  )
  const refused = save === 'failed' ? t('grid.status.failed') : ''
  return {
    status,
    polite,
    assertive: said === '' ? refused : said,
    announce: setPolite,
    say: setSaid,
    explain: ({ column, computed }) =>
      setSaid(
        readOnly !== undefined
          ? t(`grid.status.readOnly.${readOnly}`)
          : computed && computed.kind !== 'link'
            ? t(`grid.status.computedBy.${computed.kind}`, { column: column.title })
            : t('grid.status.computed', { column: column.title }),
      ),
  }
}

/**
 * Number of all rows while a search shows fewer: what was counted before it, followed by what is added and
 * deleted during it.
 */
function useTotal(count: number | undefined, search: string): number | undefined {
  const [total, setTotal] = useState<number>()
  const all = useRef<number>(undefined)
  const before = useRef({ count, search })
  useEffect(() => {
    if (count === undefined) return
    const last = before.current
    before.current = { count, search }
    if (search === '') all.current = count
    else if (last.search === search && last.count !== undefined && all.current !== undefined)
      all.current += count - last.count
    // Without a search nothing shows it, and nothing is rendered for it.
    setTotal(search === '' ? undefined : all.current)
  }, [count, search])
  return search === '' ? undefined : total
}
