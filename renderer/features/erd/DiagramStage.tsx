import { useKeyLines, type KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import { useId, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { reaching, seenBox } from './camera'
import { neighboursOf, type Diagram } from './diagram'
import { CardDrawing, LineDrawing } from './Drawing'
import styles from './erd.module.css'
import { cardBeside, firstCard, touches, type PlacedDiagram } from './layout'
import { Overview } from './Overview'
import { cardSentence } from './relation-words'
import type { CardLook, FitText } from './shapes'
import { useDiagramCamera, usePan } from './use-diagram-camera'

export interface StageHandle {
  /** Scrolls to a table and selects it. */
  readonly show: (name: string) => void
}

export interface DiagramStageProps {
  readonly diagram: Diagram
  readonly placed: PlacedDiagram
  readonly fit: FitText
  readonly typeName: CardLook['typeName']
  /** Names of the tables that match the search; undefined without a search. */
  readonly found: ReadonlySet<string> | undefined
  readonly onOpen: (name: string) => void
  readonly ref: Ref<StageHandle>
}

/** Below this, columns cannot be read: cards show their names alone, large. */
const farZoom = 0.42
const zoomStep = 1.25
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Keys of the diagram, for the help. */
const diagramKeys: readonly KeyLine[] = [
  {
    id: 'diagram.move',
    label: 'keyHelp.diagram.move',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    area: 'view',
  },
  { id: 'diagram.table', label: 'keyHelp.diagram.table', keys: ['Enter'], area: 'view' },
  { id: 'diagram.zoom', label: 'keyHelp.diagram.zoom', keys: ['+', '-'], area: 'view' },
  { id: 'diagram.fit', label: 'erd.fit', keys: ['0'], area: 'view' },
]

/** Returns the name of the table whose card contains an element. */
const tableAt = (target: EventTarget): string | undefined =>
  (target instanceof Element ? target.closest<SVGGElement>('[data-table]') : null)?.dataset['table']

/** The drawing on the screen, with pan, zoom and keyboard navigation. */
export function DiagramStage(props: DiagramStageProps) {
  const { diagram, placed, fit, typeName, found, onOpen, ref } = props
  const { t } = useTranslation()
  useKeyLines(diagramKeys)
  const keysId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const { now, size, change, zoomBy, setCamera } = useDiagramCamera(frame, placed, chosen)

  const choose = (name: string | undefined): void => {
    setChosen(name)
    const card = placed.cards.find(({ table }) => table.name === name)
    if (card) change((before) => reaching(before, size, card))
  }
  useImperativeHandle(ref, () => ({ show: choose }))

  const near = useMemo(
    () => (chosen === undefined ? undefined : neighboursOf(diagram.relations, chosen)),
    [diagram, chosen],
  )
  const isDim = (name: string): boolean => (found ? !found.has(name) : near ? !near.has(name) : false)

  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    const card = placed.cards.find(({ table }) => table.name === chosen)
    if (direction) {
      const first = firstCard(placed.cards)
      const next = card ? cardBeside(placed.cards, card, direction) : first
      if (next) choose(next.table.name)
    } else if (event.key === 'Enter' && card) onOpen(card.table.name)
    else if (event.key === 'Escape' && chosen !== undefined) setChosen(undefined)
    else if (event.key === '+' || event.key === '=') zoomBy(zoomStep)
    else if (event.key === '-') zoomBy(1 / zoomStep)
    else if (event.key === '0') setCamera(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { down, move, up, cancel } = usePan(now, setCamera, (target) => setChosen(tableAt(target)))

  const seen = seenBox(now, size)
  const isFar = now.zoom < farZoom
  return (
    <div className={styles.stage}>
      <div
        ref={frame}
        className={styles.frame}
        dir="ltr"
        role="application"
        aria-label={t('erd.label')}
        aria-describedby={keysId}
        tabIndex={0}
        onKeyDown={press}
        data-diagram
      >
        <svg
          className={styles.drawing}
          aria-hidden="true"
          onPointerDown={(event) => {
            if (event.button === 0) frame.current?.focus({ preventScroll: true })
            down(event)
          }}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={cancel}
          onDoubleClick={(event) => {
            const name = tableAt(event.target)
            if (name !== undefined) onOpen(name)
          }}
        >
          {size.width > 0 && (
            <g transform={`translate(${now.x} ${now.y}) scale(${now.zoom})`}>
              {placed.lines
                .filter(({ box }) => touches(box, seen))
                .map((line) => {
                  const { from, to, id } = line.relation
                  const isOfChosen = chosen !== undefined && (from === chosen || to === chosen)
                  return (
                    <LineDrawing
                      key={id}
                      line={line}
                      isChosen={isOfChosen}
                      isDim={found ? isDim(from) || isDim(to) : chosen !== undefined && !isOfChosen}
                    />
                  )
                })}
              {placed.cards
                .filter((card) => touches(card, seen))
                .map((card) => (
                  <CardDrawing
                    key={card.table.name}
                    card={card}
                    fit={fit}
                    typeName={typeName}
                    isFar={isFar}
                    isChosen={card.table.name === chosen}
                    isDim={isDim(card.table.name)}
                  />
                ))}
            </g>
          )}
        </svg>
      </div>
      <div className={styles.corner}>
        <Overview diagram={placed} camera={now} size={size} onLook={setCamera} />
        <div className={styles.zoom}>
          <IconButton icon="minus" size="xs" label={t('erd.zoomOut')} onClick={() => zoomBy(1 / zoomStep)} />
          <span className={styles.percent}>{t('erd.zoomIs', { percent: Math.round(now.zoom * 100) })}</span>
          <IconButton icon="plus" size="xs" label={t('erd.zoomIn')} onClick={() => zoomBy(zoomStep)} />
          <IconButton icon="expand" size="xs" label={t('erd.fit')} onClick={() => setCamera(undefined)} />
        </div>
      </div>
      <span id={keysId} hidden>
        {t('erd.keys')}
      </span>
      <div className={styles.visuallyHidden} aria-live="polite">
        {chosen !== undefined && cardSentence(diagram, chosen)}
      </div>
    </div>
  )
}
