import type { FooterAggregate } from '@common/views'
import { useCallback, useRef } from 'react'
import type { GridPart } from '@renderer/features/records/parts/parts'
import type { GridSession } from '@renderer/features/records/session/session'
import { FootRow } from './FootRow'
import { useFigures } from './use-figures'

/** What all the rows come to, under their columns. */
export function useFootPart(session: GridSession): GridPart {
  const { columns, settings, model, area, groups } = session
  const figures = useFigures(session)
  const latest = useRef(session)
  latest.current = session
  const choose = useCallback((column: string, aggregate: FooterAggregate | undefined): void => {
    const { settings: now, changeSettings } = latest.current
    const { [column]: _, ...others } = now.aggregates
    changeSettings({ aggregates: aggregate === undefined ? others : { ...others, [column]: aggregate } })
  }, [])
  return {
    foot: (
      <FootRow
        columns={columns}
        frozen={session.frozen}
        lines={groups.lines?.lineCount ?? model.rowCount}
        aggregates={settings.aggregates}
        figures={figures}
        reader={model.reader}
        area={area}
        onChoose={choose}
      />
    ),
  }
}
