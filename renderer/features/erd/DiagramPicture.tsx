import type { UiType } from '@common/columns/ui-types'
import { useTranslation } from '@renderer/i18n'
import { useCallback } from 'react'
import type { Diagram } from './diagram'
import { CardDrawing, LineDrawing } from './Drawing'
import styles from './erd.module.css'
import { narrow } from './layout'
import { cardSentence } from './relation-words'
import { useFit } from './use-fit'
import { useLayout } from './use-layout'

/** Room around the drawing, in its pixels. */
const margin = 16

/** A small drawing of tables and relations that doesn't move: each table in one sentence for screen readers. */
export function DiagramPicture({ diagram }: { readonly diagram: Diagram }) {
  const { t } = useTranslation()
  const fit = useFit()
  const typeName = useCallback((uiType: UiType) => t(`columnTypes.${uiType}.name`), [t])
  const { cards, lines, box } = useLayout(diagram, narrow)
  const [width, height] = [box.width + margin * 2, box.height + margin * 2]
  return (
    <figure className={styles.picture} dir="ltr">
      <svg
        className={styles.drawing}
        viewBox={`${box.x - margin} ${box.y - margin} ${width} ${height}`}
        style={{ maxWidth: width }}
        aria-hidden="true"
      >
        {lines.map((line) => (
          <LineDrawing key={line.relation.id} line={line} isChosen={false} isDim={false} />
        ))}
        {cards.map((card) => (
          <CardDrawing
            key={card.table.name}
            card={card}
            fit={fit}
            typeName={typeName}
            isFar={false}
            isChosen={false}
            isDim={false}
          />
        ))}
      </svg>
      <ul className={styles.visuallyHidden}>
        {diagram.tables.map(({ name }) => (
          <li key={name}>{cardSentence(diagram, name)}</li>
        ))}
      </ul>
    </figure>
  )
}
