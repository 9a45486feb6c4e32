import type { Sentence } from '@renderer/i18n'
import type { Column } from '@common/model'
import type { StackChoices } from '@common/views/kanban'
import type { CardCover } from '@renderer/features/cards'
import type { GridPart, GridSession } from '@renderer/features/records'
import type { Point } from '@renderer/ui'
import type { RefObject } from 'react'
import type { StackHandle } from './StackColumn'
import type { StackChange } from './StackEditor'
import type { BoardStack, MovedCard } from './use-board'
import type { Goal } from './use-goal'
import type { Lift, useLift } from './use-lift'
import type { usePlaces } from './use-places'

export interface BoardProps {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly column: Column
  readonly choices: readonly string[]
  readonly stackChoices: StackChoices
  readonly hideEmpty: boolean
  readonly cover: CardCover | undefined
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void
  /** Undefined if the user can't create records. */
  readonly onAdd: ((stack: Pick<BoardStack, 'key' | 'value'>) => void) | undefined
  /** Receives the keys of all stacks in their new order. Undefined if the user can't reorder them. */
  readonly onOrder: ((keys: readonly string[]) => void) | undefined
  readonly onChange: ((stack: BoardStack, change: StackChange) => Promise<Sentence | undefined>) | undefined
  readonly mayRename: boolean
  /** Creates a stack with this name; undefined if the user can't change the options. */
  readonly onNewStack: ((title: string) => Promise<Sentence | undefined>) | undefined
}

/** A dropped card on its way to its stack. The focus moves with it. */
export interface Landing {
  readonly key: string
  /** The stacks at the drop. Others mean that they have been read again. */
  readonly lines: unknown
}

/** State of a board in one render, for its handlers. */
export interface BoardNow extends Pick<ReturnType<typeof useLift>, 'lift' | 'put' | 'press'> {
  readonly props: BoardProps
  /** In the stored order. */
  readonly board: readonly BoardStack[]
  /** In the order shown, while a stack is dragged. */
  readonly stacks: readonly BoardStack[]
  readonly places: ReturnType<typeof usePlaces>
  readonly lists: RefObject<Map<string, StackHandle>>
  /** Last position of the pointer. */
  readonly pointer: RefObject<Point>
  readonly landing: RefObject<Landing | undefined>
  readonly carried: (Lift & { readonly kind: 'card' }) | undefined
  /** Row of the dragged card. */
  readonly liftedRow: number | undefined
  readonly mayMove: boolean
  /** Row of the focused card. */
  readonly active: number | undefined
  /** Stack with the focus while no card has it. */
  readonly at: string | undefined
  readonly setAt: (stack: string) => void
  readonly setSent: (change: (sent: readonly MovedCard[]) => readonly MovedCard[]) => void
  readonly setSpread: (isSpread: boolean) => void
  readonly want: (goal: Goal) => void
  /** @param row  its last known row */
  readonly rowOf: (key: string, row?: number) => number | undefined
}
