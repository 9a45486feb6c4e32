import type { FooterAggregate } from '@common/views'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { useCallback, useRef } from 'react'
import type { GridSession } from '@renderer/features/records/session/session'
import { FootRow } from './FootRow'
import { useFigures } from './use-figures'

/** Figures of all rows, under their columns. */
export function useFootPart(session: GridSession): GridPart {
  return { foot: <Foot session={session} /> }
}

/** A component, so that new figures don't render the view. */
function Foot({ session }: { readonly session: GridSession }) {
  const { columns, settings, model, area, groups } = session
  const figures = useFigures(session)
  const latest = useRef(session)
  latest.current = session
  const choose = useCallback((column: string, aggregate: FooterAggregate | undefined): void => {
    const { settings: now, changeSettings } = latest.current
    const { [column]: _, ...others } = now.aggregates
    changeSettings({ aggregates: aggregate === undefined ? others : { ...others, [column]: aggregate } })
  }, [])
  return (
    <FootRow
      table={session.table}
      columns={columns}
      frozen={session.frozen}
      lines={groups.lines?.lineCount ?? model.rowCount}
      aggregates={settings.aggregates}
      figures={figures}
      reader={model.reader}
      area={area}
      onChoose={choose}
    />
  )
}
