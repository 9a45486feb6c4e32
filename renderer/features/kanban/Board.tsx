import type { Column } from '@common/model'
import { moved } from '@common/util/moved'
import { Card } from '@renderer/features/cards'
import {
  cellSelection,
  useModelVersion,
  useRowColours,
  useSessionState,
  type DataGridColumn,
} from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import type { Point } from '@renderer/ui'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { boundsOfCard, cancelLift, dropLift, overStacks, scrollNear } from './board-moves'
import type { BoardNow, BoardProps, Landing } from './board-now'
import styles from './kanban.module.css'
import { newStackWidth } from './measures'
import { NewStack } from './NewStack'
import { stackHands } from './stack-hands'
import { StackColumn, type CardLook, type LiftedCard, type StackHandle } from './StackColumn'
import { useBoard, type MovedCard } from './use-board'
import { useGoal } from './use-goal'
import { useLift } from './use-lift'
import { usePlaces } from './use-places'
import { useSeenRows } from './use-seen-rows'

/** The stacks of a board side by side, with the drags between them. */
export function Board(props: BoardProps) {
  const { session, cover } = props
  const { t } = useTranslation()
  const { model, grid, groups } = session
  const hintId = useId()
  const [repainted, repaint] = useReducer((count: number) => count + 1, 0)
  const [seen, onSeen] = useSeenRows(model)
  const { now, overlay } = useBoardNow(props, seen)
  const { stacks, places, lists, lift, carried, liftedRow, active, at, put } = now
  const { look, colours, shownColumns } = useCardLook(props, repainted)
  const liftedBy = carried?.by
  const liftedHeight = carried?.height ?? 0
  const liftedCard = useMemo(
    (): LiftedCard | undefined =>
      liftedRow === undefined || liftedBy === undefined
        ? undefined
        : { row: liftedRow, height: liftedHeight, by: liftedBy },
    [liftedRow, liftedBy, liftedHeight],
  )
  const holder = active === undefined ? undefined : stacks.find(({ cards }) => cards.includes(active))
  const current = holder ?? stacks.find(({ key }) => key === at)
  const reached = current?.isOpen === true ? current : stacks.find(({ isOpen }) => isOpen)
  useImperativeHandle(grid, () => ({
    repaint: () => repaint(),
    focus: () => {
      if (reached !== undefined) lists.current.get(reached.key)?.focus()
    },
    scrollTo: ({ row }) => now.want({ row }),
    scrollBy: () => undefined,
    boundsOf: ({ row }) => boundsOfCard(now, row),
  }))
  const done = stackHands(now)
  const hands = useRef(done)
  hands.current = done

  return (
    <div
      ref={places.box}
      className={styles.board}
      role="group"
      aria-label={t('kanban.label', { table: session.table.title, column: props.column.title })}
      data-kanban
      data-lifting={lift?.kind}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A card lifted by keys returns when the focus leaves the board.
        if (carried?.by === 'keys' && !currentTarget.contains(relatedTarget)) put(undefined)
      }}
      onScroll={places.onScroll}
    >
      <p id={hintId} className={styles.spoken}>
        {t(now.mayMove ? 'kanban.hint' : 'kanban.hintReadOnly')}
      </p>
      <div className={styles.across} style={{ width: places.total }}>
        {stacks.map((stack, index) => {
          const isNeeded = places.isSeen(index) || stack.key === current?.key || stack.key === carried?.to
          if (!isNeeded) return null
          return (
            <StackColumn
              key={stack.key}
              stack={stack}
              model={model}
              look={look}
              hands={hands}
              lists={lists}
              isLoading={groups.lines === undefined}
              isOver={carried?.to === stack.key}
              isTaken={lift?.kind === 'stack' && lift.key === stack.key}
              lifted={liftedRow !== undefined && stack.cards.includes(liftedRow) ? liftedCard : undefined}
              active={stack.key === holder?.key ? active : undefined}
              isReached={stack.key === reached?.key}
              width={places.widthOf(index)}
              start={places.starts[index] ?? 0}
              hintId={hintId}
              onSeen={onSeen}
              adds={props.onAdd !== undefined}
              moves={props.onOrder !== undefined}
              changes={props.onChange !== undefined}
              mayRename={props.mayRename && typeof stack.value === 'string' && props.choices.includes(stack.value)}
            />
          )
        })}
        {props.onNewStack && (
          <div className={styles.newStack} style={{ insetInlineStart: places.newStack, width: newStackWidth }}>
            <NewStack onMake={props.onNewStack} />
          </div>
        )}
      </div>
      {carried?.by === 'pointer' && liftedRow !== undefined && (
        <div ref={overlay} className={styles.lifted} style={{ width: carried.width }} aria-hidden="true">
          <Card
            source={model}
            row={liftedRow}
            columns={shownColumns}
            cover={cover}
            layout="flow"
            colour={colours?.rowColour(liftedRow)}
            comments={look.comments(liftedRow)}
          />
        </div>
      )}
    </div>
  )
}

/** Returns the state of a board for the handlers of this render. */
function useBoardNow(props: BoardProps, seen: ReturnType<typeof useSeenRows>[0]) {
  const { session, column, choices, stackChoices, hideEmpty } = props
  const { model, groups, select } = session
  const selection = useSessionState(session, (state) => state.selection)
  const overlay = useRef<HTMLDivElement>(null)
  const lists = useRef(new Map<string, StackHandle>())
  const [at, setAt] = useState<string>()
  const [sent, setSent] = useState<readonly MovedCard[]>([])
  const [isSpread, setSpread] = useState(false)
  const pointer = useRef<Point>({ x: 0, y: 0 })
  const landing = useRef<Landing>(undefined)
  const latest = useRef<BoardNow>(undefined)
  const whenDrawn = <T,>(run: (now: BoardNow) => T, otherwise: T): T =>
    latest.current === undefined ? otherwise : run(latest.current)

  const { lift, put, press } = useLift({
    over: (held, point) => {
      pointer.current = point
      const next = whenDrawn((now) => overStacks(now, held, point), held)
      moveOverlay()
      return next
    },
    drop: (held) => whenDrawn((now) => dropLift(now, held), undefined),
    cancel: (held) => whenDrawn((now) => cancelLift(now, held), undefined),
    frame: (point) => whenDrawn((now) => scrollNear(now, point), false),
  })
  const carried = lift?.kind === 'card' ? lift : undefined
  const shifted = carried ? [...sent, { key: carried.key, to: carried.to }] : sent
  const board = useBoard({ session, column, choices, stackChoices, hideEmpty, isSpread, moved: shifted, seen: seen() })
  const stacks = lift?.kind === 'stack' ? moved(board, lift.from, lift.to) : board
  const places = usePlaces(stacks, props.onNewStack !== undefined)
  const want = useGoal(stacks, lists, places.reveal)

  const moveOverlay = (): void => {
    const element = overlay.current
    if (!element || carried === undefined) return
    const { x, y } = pointer.current
    element.style.translate = `${x - carried.grip.x}px ${y - carried.grip.y}px`
  }
  useLayoutEffect(moveOverlay)

  const rowOf = (key: string, row?: number): number | undefined => {
    if (row !== undefined && model.keyAt(row) === key) return row
    for (const { from, to } of seen()) for (let one = from; one < to; one += 1) if (model.keyAt(one) === key) return one
    return undefined
  }
  const land = useEffectEvent((): void => {
    const { current: flown } = landing
    if (flown === undefined || flown.lines === groups.lines) return
    const row = rowOf(flown.key)
    landing.current = undefined
    if (selection.active !== undefined) return
    const holdsFocus = places.box.current?.contains(document.activeElement) === true
    // It may be anywhere in its stack. Its stack gets the focus then.
    if (row === undefined) want({ stack: at ?? '', focus: holdsFocus })
    else select(cellSelection({ column: 0, row }))
  })
  // Once, when the stacks have been read.
  useEffect(() => land(), [groups.lines])

  const now: BoardNow = {
    props,
    board,
    stacks,
    places,
    lists,
    pointer,
    landing,
    lift,
    put,
    press,
    carried,
    at,
    setAt,
    setSent,
    setSpread,
    want,
    rowOf,
    liftedRow: carried && rowOf(carried.key, carried.row),
    mayMove: stacks.some(({ accepts }) => accepts),
    active: selection.active?.row ?? (landing.current && rowOf(landing.current.key)),
  }
  latest.current = now
  return { now, overlay }
}

/** How cards look: another object when any of them may have changed. */
function useCardLook({ session, column, cover, parts }: BoardProps, repainted: number) {
  const { model, columns } = session
  const version = useModelVersion(model)
  const shownColumns = useMemo(() => cardColumns(columns, column), [columns, column])
  const colours = useRowColours(session)
  const mark = parts.find((part) => part.rowMark)?.rowMark
  const look = useMemo((): CardLook => {
    // The cards read their values from the model.
    void [session, version, repainted]
    return { columns: shownColumns, cover, colours, comments: (row) => mark?.(row)?.count ?? 0 }
  }, [session, shownColumns, cover, colours, mark, version, repainted])
  return { look, colours, shownColumns }
}

/** Returns the fields that a card shows besides its stack, without plain counts. */
function cardColumns(columns: readonly DataGridColumn[], stack: Column): readonly DataGridColumn[] {
  return columns.filter(
    ({ id, column }, at) => at === 0 || (id !== stack.name && !(column.primaryKey && column.autoIncrement)),
  )
}
