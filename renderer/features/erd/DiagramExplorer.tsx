import type { UiType } from '@common/columns/ui-types'
import { useTranslation } from '@renderer/i18n'
import { useCallback, useRef } from 'react'
import type { Diagram } from './diagram'
import { DiagramStage, type StageHandle } from './DiagramStage'
import { useLayout } from './use-layout'
import { useFit } from './use-fit'

const nothing = (): void => undefined

/** A diagram without its tables: it can be moved, zoomed and read, and opens nothing. */
export function DiagramExplorer({ diagram }: { readonly diagram: Diagram }) {
  const { t } = useTranslation()
  const stage = useRef<StageHandle>(null)
  const fit = useFit()
  const typeName = useCallback((uiType: UiType) => t(`columnTypes.${uiType}.name`), [t])
  const placed = useLayout(diagram)
  return (
    <DiagramStage
      ref={stage}
      diagram={diagram}
      placed={placed}
      fit={fit}
      typeName={typeName}
      found={undefined}
      onOpen={nothing}
    />
  )
}
