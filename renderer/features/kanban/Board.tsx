import type { Column } from '@common/model'
import { moved } from '@common/util/moved'
import type { StackChoices } from '@common/views/kanban'
import { Card, type CardCover } from '@renderer/features/cards'
import {
  cellSelection,
  emptySelection,
  useModelVersion,
  useRowColours,
  useSessionState,
  type DataGridColumn,
  type DataGridHandle,
  type GridPart,
  type GridSession,
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
  type PointerEvent,
} from 'react'
import { pressBoardKey } from './board-keys'
import styles from './kanban.module.css'
import { idOfCard, newStackWidth } from './measures'
import { moveCard } from './move-card'
import { NewStack } from './NewStack'
import type { StackChange } from './StackEditor'
import { StackColumn, type CardLook, type LiftedCard, type StackHandle, type StackHands } from './StackColumn'
import { useBoard, type BoardStack, type MovedCard } from './use-board'
import { usePlaces } from './use-places'
import { useLift, type Lift } from './use-lift'
import { useSeenRows } from './use-seen-rows'

export interface BoardProps {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly column: Column
  readonly choices: readonly string[]
  readonly kept: StackChoices
  readonly hideEmpty: boolean
  readonly cover: CardCover | undefined
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void
  /** Undefined where nobody may make records. */
  readonly onAdd: ((stack: Pick<BoardStack, 'key' | 'value'>) => void) | undefined
  /** Told the keys of all stacks in their new order; undefined where that is not the person's to say. */
  readonly onOrder: ((keys: readonly string[]) => void) | undefined
  readonly onChange: ((stack: BoardStack, change: StackChange) => Promise<string | undefined>) | undefined
  readonly mayRename: boolean
  /** Makes a stack of this name; undefined where the options are not the person's to change. */
  readonly onNewStack: ((title: string) => Promise<string | undefined>) | undefined
}

/** Scrolling while something is dragged near an edge, in CSS pixels. */
const edgePx = 48
const edgeStepPx = 12

/** The stacks of a board beside each other, and everything that moves between them. */
export function Board(props: BoardProps) {
  const { session, parts, column, choices, kept, hideEmpty, cover, onAdd, onOrder } = props
  const { t } = useTranslation()
  const { model, columns, select, grid, groups, notes } = session
  const selection = useSessionState(session, (state) => state.selection)
  const hintId = useId()
  const version = useModelVersion(model)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const [repainted, repaint] = useReducer((count: number) => count + 1, 0)
  const overlay = useRef<HTMLDivElement>(null)
  const lists = useRef(new Map<string, StackHandle>())
  const [seen, onSeen] = useSeenRows(model)
  /** The stack where the keyboard is while it is at no card. */
  const [at, setAt] = useState<string>()
  const [sent, setSent] = useState<readonly MovedCard[]>([])
  const pointer = useRef<Point>({ x: 0, y: 0 })

  const { lift, put, press } = useLift({
    over: (now, point) => {
      pointer.current = point
      // What is measured is measured before anything is moved.
      const next = over(now, point)
      moveOverlay()
      return next
    },
    drop: (now) => drop(now),
    cancel: (now) => cancel(now),
    frame: (point) => scrollNear(point),
  })
  const carried = lift?.kind === 'card' ? lift : undefined
  const shifted = carried ? [...sent, { key: carried.key, to: carried.to }] : sent
  const [isSpread, setSpread] = useState(false)
  const board = useBoard({ session, column, choices, kept, hideEmpty, isSpread, moved: shifted, seen: seen() })
  const stacks = lift?.kind === 'stack' ? moved(board, lift.from, lift.to) : board

  /** @param row  where it was last */
  const rowOf = (key: string, row?: number): number | undefined => {
    if (row !== undefined && model.keyAt(row) === key) return row
    for (const { from, to } of seen()) for (let at = from; at < to; at += 1) if (model.keyAt(at) === key) return at
    return undefined
  }
  /** A card that was put down, and is on its way to where it belongs: the keyboard goes along. */
  const landing = useRef<{ readonly key: string; readonly lines: unknown }>(undefined)
  const active = selection.active?.row ?? (landing.current && rowOf(landing.current.key))
  const holder = active === undefined ? undefined : stacks.find(({ cards }) => cards.includes(active))
  const current = holder ?? stacks.find(({ key }) => key === at)
  const reached = current?.isOpen === true ? current : stacks.find(({ isOpen }) => isOpen)
  const liftedRow = carried && rowOf(carried.key, carried.row)

  const shownColumns = useMemo(() => cardColumns(columns, column), [columns, column])
  const colours = useRowColours(session)
  const mark = parts.find((part) => part.rowMark)?.rowMark
  const look = useMemo((): CardLook => {
    // The cards read their values from the model.
    void [session, version, repainted]
    return { columns: shownColumns, cover, colours, comments: (row) => mark?.(row)?.count ?? 0 }
  }, [session, shownColumns, cover, colours, mark, version, repainted])
  const liftedBy = carried?.by
  const liftedHeight = carried?.height ?? 0
  const liftedCard = useMemo(
    (): LiftedCard | undefined =>
      liftedRow === undefined || liftedBy === undefined
        ? undefined
        : { row: liftedRow, height: liftedHeight, by: liftedBy },
    [liftedRow, liftedBy, liftedHeight],
  )

  const places = usePlaces(stacks, props.onNewStack !== undefined)
  const { box, width, reveal } = places

  /** What is done once the stacks are drawn as they are now. */
  const goal = useRef<{ readonly row?: number; readonly stack?: string; readonly focus?: boolean }>(undefined)
  // Looked at after every drawing: what is wanted may have come into reach. It ends with the first that has it.
  useEffect(() => {
    const { current: wanted } = goal
    if (wanted === undefined) return
    const { row } = wanted
    const found = row === undefined ? -1 : stacks.findIndex(({ cards }) => cards.includes(row))
    const index = found < 0 ? stacks.findIndex(({ key }) => key === wanted.stack) : found
    const stack = stacks[index]
    if (stack === undefined) return
    const list = lists.current.get(stack.key)
    reveal(index)
    if (list === undefined) return
    goal.current = undefined
    if (row !== undefined) list.scrollTo(row)
    if (wanted.focus === true) list.focus()
  })
  const land = useEffectEvent((): void => {
    const { current: flown } = landing
    if (flown === undefined || flown.lines === groups.lines) return
    const row = rowOf(flown.key)
    landing.current = undefined
    if (selection.active !== undefined) return
    // Far from what is seen, it is somewhere in its stack: the keyboard is there too.
    if (row === undefined) want({ stack: at ?? '', focus: holdsFocus() })
    else select(cellSelection({ column: 0, row }))
  })
  // Once, when the stacks have been read.
  useEffect(() => land(), [groups.lines])
  const holdsFocus = (): boolean => box.current?.contains(document.activeElement) === true
  const want = (next: NonNullable<typeof goal.current>): void => {
    goal.current = next
    draw()
  }
  const handle: DataGridHandle = {
    repaint: () => repaint(),
    focus: () => {
      const key = (current?.isOpen === true ? current : reached)?.key
      if (key !== undefined) lists.current.get(key)?.focus()
    },
    scrollTo: ({ row }) => want({ row }),
    scrollBy: () => undefined,
    boundsOf: ({ row }) => {
      const card = box.current?.querySelector(`#${idOfCard(row)}`)
      return card?.getBoundingClientRect()
    },
  }
  useImperativeHandle(grid, () => handle)

  const chooseCard = (row: number, stack: Pick<BoardStack, 'key'>): void => {
    setAt(stack.key)
    landing.current = undefined
    if (row !== selection.active?.row) select(cellSelection({ column: 0, row }))
  }
  const chooseStack = (stack: BoardStack): void => {
    setAt(stack.key)
    landing.current = undefined
    select(emptySelection)
  }
  const nameOf = (row: number): string => {
    const [first] = columns
    const cell = first && model.cellAt(row, first)
    const text = cell?.state === 'ready' ? cell.text.trim() : ''
    return text === '' ? t('cards.unnamed') : text
  }
  const stackNamed = (key: string): BoardStack | undefined => stacks.find((stack) => stack.key === key)

  const mayMove = stacks.some(({ accepts }) => accepts)
  const liftCard = (row: number, stack: Pick<BoardStack, 'key'>): Omit<Lift & { kind: 'card' }, 'by'> | undefined => {
    const key = model.keyAt(row)
    if (!mayMove || model.isDraft(row) || key === undefined) return undefined
    const bounds = handle.boundsOf({ column: 0, row })
    const { width: across = width, height = 0, x = 0, y = 0 } = bounds ?? {}
    const grip = { x: pointer.current.x - x, y: pointer.current.y - y }
    return { kind: 'card', key, row, name: nameOf(row), from: stack.key, to: stack.key, width: across, height, grip }
  }

  /** Stacks stand where they were put: what lies over them is only asked after before anything changes. */
  const over = (held: Lift, point: Point): Lift => {
    const under = stacks[places.under(point)]
    if (under === undefined) return held
    if (held.kind === 'stack') {
      const to = places.indexAt(point.x)
      return to !== held.to && isUncovered(point) ? { ...held, to } : held
    }
    const takes = under.key !== held.to && (under.accepts || under.key === held.from)
    return takes && isUncovered(point) ? { ...held, to: under.key } : held
  }
  const drop = (now: Lift): void => {
    if (now.kind === 'stack') {
      if (now.from !== now.to) order(now.from, now.to)
      return
    }
    const row = rowOf(now.key, now.row)
    const stack = stackNamed(now.to)
    if (row === undefined || stack === undefined) return
    want({ row, focus: true, stack: now.to })
    if (now.from === now.to) return notes.announce(t('kanban.announce.stayed', { record: now.name, stack: stack.name }))
    setAt(stack.key)
    // Its stack is read anew at once, unless somebody reads the record beside it, which would change under them.
    if (!session.area.current?.querySelector('[data-record-panel]')) {
      landing.current = { key: now.key, lines: groups.lines }
      select(emptySelection)
    }
    const mine: MovedCard = { key: now.key, to: now.to }
    setSent((all) => [...all.filter(({ key }) => key !== now.key), mine])
    notes.announce(t('kanban.announce.dropped', { record: now.name, stack: stack.name }))
    const { projectId } = session
    void moveCard({ model, projectId, column, row, name: now.name, value: stack.value, stack: stack.name }).finally(
      () => setSent((all) => all.filter((one) => one !== mine)),
    )
  }
  const cancel = (now: Lift): void => {
    notes.announce(t('kanban.announce.cancelled', { name: now.name }))
    if (now.kind === 'card') want({ row: rowOf(now.key, now.row) ?? -1, focus: true })
  }
  const order = (from: number, to: number): void => {
    const next = moved(board, from, to)
    const stack = board[from]
    if (stack === undefined || onOrder === undefined) return
    onOrder(next.map(({ key }) => key))
    notes.announce(t('kanban.announce.stackMoved', { stack: stack.name, place: to + 1, count: board.length }))
  }
  const moveStack = (stack: BoardStack, by: 1 | -1): void => {
    const from = board.findIndex(({ key }) => key === stack.key)
    const to = from + by
    if (to >= 0 && to < board.length) order(from, to)
  }

  const moveOverlay = (): void => {
    const element = overlay.current
    if (!element || carried === undefined) return
    const { x, y } = pointer.current
    element.style.translate = `${x - carried.grip.x}px ${y - carried.grip.y}px`
  }
  useLayoutEffect(moveOverlay)
  const scrollNear = ({ x, y }: Point): boolean => {
    const element = box.current
    if (!element || lift === undefined) return false
    const frame = element.getBoundingClientRect()
    const across = x < frame.left + edgePx ? -edgeStepPx : x > frame.right - edgePx ? edgeStepPx : 0
    const list = lift.kind === 'card' ? lists.current.get(lift.to) : undefined
    const bounds = list?.bounds()
    if (list && bounds) {
      if (y < bounds.top + edgePx) list.scrollBy(-edgeStepPx)
      else if (y > bounds.bottom - edgePx) list.scrollBy(edgeStepPx)
    }
    if (across !== 0) element.scrollLeft += across
    return across !== 0
  }

  const pressCard = (event: PointerEvent<HTMLDivElement>, row: number, stack: Pick<BoardStack, 'key'>): void => {
    if (event.button !== 0 && event.button !== 2) return
    if (lift !== undefined) put(undefined)
    if (row < model.rowCount) chooseCard(row, stack)
    // A finger scrolls; a card is moved by the keys, or in its record.
    if (event.button !== 0 || event.pointerType === 'touch') return
    pointer.current = { x: event.clientX, y: event.clientY }
    press(event, () => {
      const begun = liftCard(row, stack)
      return begun && { ...begun, by: 'pointer' }
    })
  }
  const pressHead = (event: PointerEvent<HTMLElement>, stack: BoardStack): void => {
    if (event.button !== 0 || onOrder === undefined) return
    press(event, () => {
      const from = board.findIndex(({ key }) => key === stack.key)
      return { kind: 'stack', key: stack.key, name: stack.name, from, to: from }
    })
  }
  const setOpen = (stack: BoardStack, isOpen: boolean): void => {
    if (stack.value === null) setSpread(isOpen)
    groups.setOpen({ key: stack.key, level: 0 }, isOpen)
  }
  const add = onAdd && ((stack: BoardStack) => onAdd(stack))
  const done: StackHands = {
    onFocus: ({ key }) => {
      if (key !== at) setAt(key)
    },
    onKeyDown: (event, one) =>
      pressBoardKey(event, {
        session,
        parts,
        stacks,
        stack: one,
        active,
        lift: carried,
        page: lists.current.get(one.key)?.page() ?? 1,
        chooseCard: (row, to) => {
          chooseCard(row, to)
          want({ row, stack: to.key, focus: true })
        },
        chooseStack: (to) => {
          chooseStack(to)
          want({ stack: to.key, focus: true })
        },
        lifted: (row) => {
          const begun = liftCard(row, one)
          if (begun === undefined) return false
          put({ ...begun, by: 'keys' })
          notes.announce(t('kanban.announce.lifted', { record: begun.name, stack: one.name }))
          return true
        },
        carriedTo: (to) => {
          if (carried === undefined) return
          put({ ...carried, to: to.key })
          want({ row: liftedRow ?? -1, stack: to.key, focus: true })
          const where = {
            record: carried.name,
            stack: to.name,
            place: stacks.indexOf(to) + 1,
            count: stacks.length,
          }
          notes.announce(t('kanban.announce.over', where))
        },
        dropped: () => {
          if (carried === undefined) return
          put(undefined)
          drop(carried)
        },
        cancelled: () => {
          if (carried === undefined) return
          put(undefined)
          cancel(carried)
        },
        open: props.onOpen,
        add,
        menu: (row) => {
          const bounds = handle.boundsOf({ column: 0, row })
          if (bounds) props.onMenu(row, { x: bounds.x + 16, y: bounds.y + 16 })
        },
      }),
    onPressCard: pressCard,
    onOpen: (row) => {
      if (row < model.rowCount) props.onOpen(row)
    },
    onMenu: (row, point) => {
      if (row < model.rowCount) props.onMenu(row, point)
    },
    onAdd: add,
    onOpenChange: setOpen,
    onMove: onOrder && moveStack,
    onPressHead: pressHead,
    onChange: props.onChange,
  }
  const hands = useRef(done)
  hands.current = done

  return (
    <div
      ref={box}
      className={styles.board}
      role="group"
      aria-label={t('kanban.label', { table: session.table.title, column: column.title })}
      data-kanban
      data-lifting={lift?.kind}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Who goes elsewhere carries nothing along.
        if (carried?.by === 'keys' && !currentTarget.contains(relatedTarget)) put(undefined)
      }}
      onScroll={places.onScroll}
    >
      <p id={hintId} className={styles.spoken}>
        {t(mayMove ? 'kanban.hint' : 'kanban.hintReadOnly')}
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
              adds={add !== undefined}
              moves={onOrder !== undefined}
              changes={props.onChange !== undefined}
              mayRename={props.mayRename && typeof stack.value === 'string' && choices.includes(stack.value)}
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

/** No panel and no menu lies over the board there. */
function isUncovered({ x, y }: Point): boolean {
  const top = document.elementFromPoint(x, y)
  return top !== null && top.closest('[data-kanban]') !== null
}

/** What a card says beside its stack; a number that was only counted says nothing. */
function cardColumns(columns: readonly DataGridColumn[], stack: Column): readonly DataGridColumn[] {
  return columns.filter(
    ({ id, column }, at) => at === 0 || (id !== stack.name && !(column.primaryKey && column.autoIncrement)),
  )
}
