import { formatNames, sentence, sentenceText, useTranslation, type Sentence } from '@renderer/i18n'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReadOnlyReason } from '../columns/grid-columns'
import { useTableCount } from '../filter/use-table-count'
import { countRows } from '../painter/selection'
import { gridStatus, type GridStatus } from './grid-status'
import type { GridSession } from './session'
import { useSessionState, type SessionStore } from './session-store'
import type { GridNotes } from './types'

export function useGridNotes(state: SessionStore, readOnly: ReadOnlyReason | undefined): GridNotes {
  return useMemo(() => {
    const say = (said: Sentence): void => state.setState({ said })
    return {
      announce: (polite) => state.setState({ polite }),
      say,
      explain: ({ column, computed }) =>
        say(
          readOnly !== undefined
            ? sentence(`grid.status.readOnly.${readOnly}`)
            : computed && computed.kind !== 'link'
              ? sentence(`grid.status.computedBy.${computed.kind}`, { column: column.title })
              : sentence('grid.status.computed', { column: column.title }),
        ),
    }
  }, [state, readOnly])
}

const noteShownMs = 5_000

/**
 * Shows the state of a view in the status bar.
 *
 * @returns sentences for screen readers
 */
export function useSpokenStatus(session: GridSession): { readonly polite: string; readonly assertive: string } {
  const { projectId, table, model, state, rowFilter } = session
  const { t } = useTranslation()
  const polite = useSessionState(session, (now) => now.polite)
  const said = sentenceText(useSessionState(session, (now) => now.said))
  const isFiltered = rowFilter.filter !== undefined
  const all = useTableCount(projectId, table, isFiltered)
  const found = useTotal(model.rows.countIsOld || isFiltered ? undefined : model.rows.count, model.search)
  const total = isFiltered ? all : found
  const save = model.saveState
  const shown = model.rows.count

  useEffect(() => {
    if (save === 'saved') state.setState({ polite: t('grid.announce.saved') })
  }, [state, save, t])
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => state.setState({ said: '' }), noteShownMs)
    return () => clearTimeout(timer)
  }, [state, said])

  const standing = useStandingNote(session)
  const note = said === '' ? standing : said
  const selectedRows = useSessionState(session, ({ selection }) => countRows(selection.rows))
  const rangeRows = useSessionState(session, ({ selection }) => selection.range?.rows ?? 0)
  const rangeColumns = useSessionState(session, ({ selection }) => selection.range?.columns ?? 0)
  const rows = selectedRows > 0 ? selectedRows : rangeRows
  // Whole records have no width: cards show none of their columns.
  const across = selectedRows > 0 ? undefined : rangeColumns
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
  useEffect(() => gridStatus.show(status), [status])
  useEffect(() => gridStatus.clear, [])
  const refused = save === 'failed' ? t('grid.status.failed') : ''
  return { polite, assertive: said === '' ? refused : said }
}

/** Returns the permanent note: what a new record still needs, or why editing is disabled. */
function useStandingNote({ model, readOnly }: GridSession): string | undefined {
  const { t } = useTranslation()
  const { unfinished } = model.drafts
  if (unfinished === undefined) return readOnly && t(`grid.status.readOnly.${readOnly}`)
  const missing = formatNames(unfinished.missing.map((column) => column.title))
  if (missing !== '') return t('grid.status.draft', { columns: missing })
  return unfinished.hasRefused ? t('grid.status.draftRefused') : undefined
}

/**
 * Returns the number of all rows while a search shows fewer: the count before the search, plus rows added and minus
 * rows deleted during it.
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
    // Nothing shows it without a search, so nothing renders for it.
    setTotal(search === '' ? undefined : all.current)
  }, [count, search])
  return search === '' ? undefined : total
}
