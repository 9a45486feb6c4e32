import { useKeyLines, type KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react'
import { fitted, reaching, seenBox, zoomed, type Camera, type Size } from './camera'
import { neighboursOf, type Diagram } from './diagram'
import { CardDrawing, LineDrawing } from './Drawing'
import styles from './erd.module.css'
import { cardBeside, touches, type PlacedDiagram } from './layout'
import { Overview } from './Overview'
import { cardSentence } from './relation-words'
import type { CardLook, FitText } from './shapes'

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
const noSize: Size = { width: 0, height: 0 }
/** A press that moves no farther is a click. */
const clickPx = 4
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

/** The drawing on the screen, with pan, zoom and keyboard navigation. */
export function DiagramStage(props: DiagramStageProps) {
  const { diagram, placed, fit, typeName, found, onOpen, ref } = props
  const { t } = useTranslation()
  useKeyLines(diagramKeys)
  const keysId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(noSize)
  const [camera, setCamera] = useState<Camera>()
  const [chosen, setChosen] = useState<string>()
  const drag = useRef<{ readonly x: number; readonly y: number; readonly from: Camera; moved: boolean }>(undefined)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const now = camera ?? fitted(placed.box, size)
  // Showing other columns moves every card: fit the whole drawing again, or stay at the selected card.
  const shown = useRef(placed)
  useEffect(() => {
    if (shown.current === placed) return
    shown.current = placed
    const card = placed.cards.find(({ table }) => table.name === chosen)
    setCamera((before) => (card && before ? reaching(before, size, card) : undefined))
  }, [placed, chosen, size])

  const change = useCallback(
    (next: (camera: Camera) => Camera) => setCamera((before) => next(before ?? fitted(placed.box, size))),
    [placed, size],
  )
  const zoomBy = useCallback(
    (by: number, at?: { readonly x: number; readonly y: number }) =>
      change((before) => zoomed(before, by, at ?? { x: size.width / 2, y: size.height / 2 })),
    [change, size],
  )
  // React listens passively to wheels: the page would zoom as well.
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      if (event.ctrlKey || event.metaKey)
        zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX - box.x, y: event.clientY - box.y })
      else change((before) => ({ ...before, x: before.x - event.deltaX, y: before.y - event.deltaY }))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [change, zoomBy])

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
      const first = placed.cards.toSorted((a, b) => a.x - b.x || a.y - b.y)[0]
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
  const tableAt = (target: EventTarget): string | undefined =>
    (target instanceof Element ? target.closest<SVGGElement>('[data-table]') : null)?.dataset['table']
  const down = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return
    frame.current?.focus({ preventScroll: true })
    drag.current = { x: event.clientX, y: event.clientY, from: now, moved: false }
  }
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const held = drag.current
    if (!held || event.buttons !== 1) return
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.moved && Math.hypot(dx, dy) <= clickPx) return
    // Only now: a click on a card must still be one on the card.
    if (!held.moved) event.currentTarget.setPointerCapture(event.pointerId)
    held.moved = true
    setCamera({ ...held.from, x: held.from.x + dx, y: held.from.y + dy })
  }
  const up = (event: PointerEvent<SVGSVGElement>): void => {
    const held = drag.current
    drag.current = undefined
    if (held && !held.moved) setChosen(tableAt(event.target))
  }

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
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={() => {
            drag.current = undefined
          }}
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
