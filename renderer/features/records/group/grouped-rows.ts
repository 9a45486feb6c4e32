import { GroupLines } from '@common/views/group-lines'
import { allOpen, openGroups, type GroupState } from '@common/views/group-state'
import {
  orderedTree,
  pagedTree,
  sameGroups,
  type GroupAnswer,
  type GroupNode,
  type GroupReading,
} from '@common/views/group-tree'
import type { Row } from '../rows/row-key'
import type { RowLayout, RowStoreChange } from '../rows/row-source'
import { belongsTo, rankIn, type GroupLevel } from './group-level'

/** How the groups of a view are asked for. A new object asks anew. */
export interface GroupQuestion {
  readonly levels: readonly GroupLevel[]
  /** Groups of each level, in the order of the list of rows; at most `limit` of a level. `within`: of one group. */
  readonly read: (
    limit: number,
    signal: AbortSignal,
    within?: readonly unknown[],
  ) => Promise<readonly (readonly GroupAnswer[])[]>
}

/** The part of a store of rows that groups work with. */
export interface GroupedStore {
  readonly layout: RowLayout | undefined
  readonly arrange: (layout: RowLayout | undefined, fresh?: boolean, before?: () => void) => Promise<void>
  readonly refresh: () => void
  readonly subscribe: (listener: (change: RowStoreChange) => void) => () => void
  readonly rowAt: (row: number) => Row | undefined
  readonly visible: { readonly from: number; readonly to: number }
  /** Made since the rows were arranged. */
  readonly extra: readonly Row[]
  arranger: (() => Promise<void>) | undefined
}

export interface GroupedRowsOptions {
  readonly store: GroupedStore
  /** Something to be drawn again. */
  readonly changed: () => void
  /** Called right before the rows get another layout, and answers what to do right after. */
  readonly arranging: () => () => void
  /** Whether the person is at a record that no longer belongs where it stands: it moves when they have left it. */
  readonly isHeld: () => boolean
}

/** Groups of a level that are read at first, and with every further asking. */
export const groupsPerPage = 2_000
/** Limit of open groups beyond the first pages. */
const branchesMax = 20
/** Changes that come one upon the other are one reason to read again. */
const settlesAfterMs = 200

interface Tree {
  readonly nodes: readonly GroupNode[]
  readonly more: boolean
  /** What its levels are made by. */
  readonly levels: readonly GroupLevel[]
}
const noTree: Tree = { nodes: [], more: false, levels: [] }

/** Keeps the lines of a grid with groups: reads the groups, and arranges the rows by them. Knows nothing of drawing. */
export class GroupedRows {
  readonly #options: GroupedRowsOptions
  #question: GroupQuestion | undefined
  #state: GroupState = allOpen
  #adds = false
  #drafts: readonly (string | undefined)[] = []
  #tree: Tree = noTree
  /** Read, but not shown yet: the person is still at a record that will move. */
  #waiting: Tree | undefined
  /** Being read at this moment together with its rows: whatever is laid otherwise meanwhile is laid with it. */
  #coming: Tree | undefined
  #pages = 1
  /** Open groups beyond the first pages, loaded one by one. Evicts the oldest. */
  #branches: readonly (readonly unknown[])[] = []
  #request: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #error: unknown
  #end: (() => void) | undefined

  constructor(options: GroupedRowsOptions) {
    this.#options = options
  }

  /** Begins to follow changes of rows; after a pause, with reading what has changed. @returns what ends it */
  start(): () => void {
    if (this.#end) this.#later()
    this.#end = this.#options.store.subscribe(({ kind }) => {
      if (kind === 'data') this.#later()
    })
    const { store } = this.#options
    store.arranger = () => this.#load('again')
    return () => {
      store.arranger = undefined
      clearTimeout(this.#timer)
      this.#request?.abort()
      this.#request = undefined
      this.#end?.()
    }
  }

  /** The lines that are drawn; undefined without groups, and until they are there. */
  get lines(): GroupLines | undefined {
    const { layout } = this.#options.store
    return layout instanceof GroupLines ? layout : undefined
  }

  /** What the groups that are drawn are made by: others may have been asked for already. */
  get levels(): readonly GroupLevel[] {
    return this.#tree.levels
  }

  get isLoading(): boolean {
    return this.#request !== undefined
  }

  /** Why the groups could not be read. */
  get error(): unknown {
    return this.#error
  }

  get state(): GroupState {
    return this.#state
  }

  isOpen(node: GroupNode): boolean {
    return openGroups(this.#state)(node)
  }

  /** Asks for other groups; undefined shows the rows without any. */
  ask(question: GroupQuestion | undefined): void {
    if (question === this.#question) return
    const before = this.#question
    this.#question = question
    this.#pages = 1
    this.#branches = []
    this.#waiting = undefined
    this.#coming = undefined
    clearTimeout(this.#timer)
    if (question) return void this.#load('anew')
    this.#request?.abort()
    this.#request = undefined
    this.#error = undefined
    // When the rows cannot be read now, they are asked for without groups as soon as they can be.
    if (before) this.#arrange(undefined, true, noTree).catch(() => this.#ungroup(noTree))
  }

  /** Which groups are open. */
  open(state: GroupState): void {
    if (state === this.#state) return
    const wasOpen = openGroups(this.#state)
    this.#state = state
    this.#relay()
    const isOpen = openGroups(state)
    const opened = this.lines?.nodes.find((node) => node.isUnread && isOpen(node) && !wasOpen(node))
    if (opened) this.read(opened)
  }

  /** Loads the subgroups of one group. */
  read({ values, isUnread }: GroupNode): void {
    if (!isUnread) return
    // Lists can't be used in a filter, so loads a larger page of all groups instead.
    if (values.some((value) => typeof value === 'object' && value !== null)) return this.more()
    this.#branches = [...this.#branches, values].slice(-branchesMax)
    void this.#load('anew')
  }

  /** The groups of records that are being made, and whether open groups end with a line that adds. */
  make(drafts: readonly (string | undefined)[], adds: boolean): void {
    if (
      adds === this.#adds &&
      drafts.length === this.#drafts.length &&
      drafts.every((key, at) => key === this.#drafts[at])
    )
      return
    this.#drafts = drafts
    this.#adds = adds
    this.#relay()
  }

  /** Reads further groups. */
  more(): void {
    this.#pages += 1
    void this.#load('anew')
  }

  /** Tries again after an error. */
  retry(): void {
    void this.#load('anew')
  }

  /** The person has gone on: what waited for that is shown. */
  settle(): void {
    if (this.#waiting === undefined || this.#options.isHeld()) return
    const tree = this.#waiting
    this.#waiting = undefined
    // Read again, it says what is wrong.
    this.#show(tree, true).catch(() => this.#later())
  }

  #later(): void {
    if (!this.#question) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load('changed'), settlesAfterMs)
  }

  /**
   * @param why  `anew`: something else is asked for. `again`: rows have changed, wherever. `changed`: some have, and
   *   unless they go to other groups they are right already
   */
  async #load(why: 'anew' | 'again' | 'changed'): Promise<void> {
    const question = this.#question
    if (!question) return
    clearTimeout(this.#timer)
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    this.#options.changed()
    try {
      const limit = this.#pages * groupsPerPage
      // One more than are shown tells whether there are any more.
      const branches = this.#branches
      const [levels = [], ...others] = await Promise.all(
        [[], ...branches].map((within) => question.read(limit + 1, request.signal, within)),
      )
      if (request !== this.#request) return
      this.#request = undefined
      this.#error = undefined
      const tree = treeOf(
        [levels, ...others].map((each, at) => ({ within: branches[at - 1] ?? [], levels: each, limit })),
        question.levels,
      )
      const isSame =
        why === 'changed' &&
        this.#options.store.extra.length === 0 &&
        sameGroups(tree.nodes, this.#tree.nodes) &&
        !this.#isMoved()
      if (isSame) return await this.#show(tree, false)
      if (why !== 'anew' && this.#options.isHeld()) {
        this.#waiting = tree
        return this.#options.changed()
      }
      this.#waiting = undefined
      await this.#show(tree, true)
    } catch (error) {
      if (request.signal.aborted) return
      if (this.#request === request) this.#request = undefined
      this.#error = error
      // Without its groups the table is still there.
      if (this.lines === undefined) await this.#arrange(undefined, false).catch(() => undefined)
      if (this.lines === undefined) this.#options.store.refresh()
      clearTimeout(this.#timer)
      this.#options.changed()
    }
  }

  #show(tree: Tree, fresh: boolean): Promise<void> {
    this.#coming = fresh ? tree : undefined
    return this.#arrange(this.#linesOf(tree), fresh, tree)
  }

  /** What could not be read is not shown in groups that nobody wants any more. */
  async #ungroup(tree: Tree): Promise<void> {
    if (this.#question !== undefined || this.lines === undefined) return
    await this.#arrange(undefined, false, tree).catch(() => undefined)
    this.#options.store.refresh()
  }

  /** The same groups, otherwise opened. */
  #relay(): void {
    if (this.#coming) void this.#show(this.#coming, true).catch(() => undefined)
    else if (this.lines) void this.#arrange(this.#linesOf(this.#tree), false)
  }

  #linesOf({ nodes, more }: Tree): GroupLines {
    return new GroupLines(nodes, { isOpen: openGroups(this.#state), adds: this.#adds, drafts: this.#drafts, more })
  }

  async #arrange(layout: GroupLines | undefined, fresh: boolean, tree = this.#tree): Promise<void> {
    const { store, arranging, changed } = this.#options
    let after: (() => void) | undefined
    const end = store.subscribe(({ kind }) => {
      if (kind !== 'all' || store.layout !== layout) return
      this.#tree = tree
      if (this.#coming === tree) this.#coming = undefined
      after?.()
    })
    try {
      // Not before: reading takes its time, and the person may go on meanwhile.
      await store.arrange(layout, fresh, () => {
        after = arranging()
      })
    } catch (error) {
      if (this.#coming === tree) this.#coming = undefined
      throw error
    } finally {
      end()
    }
    changed()
  }

  /** Whether a row on the screen has other values than its group: others may have come in its place. */
  #isMoved(): boolean {
    const { lines, levels } = this
    const { store } = this.#options
    if (!lines) return false
    for (let { from } = store.visible; from < Math.min(store.visible.to, lines.rowCount); from += 1) {
      const [row, group] = [store.rowAt(from), lines.groupOfRow(from)]
      if (row && group && !belongsTo(levels, group, row)) return true
    }
    return false
  }
}

function treeOf(readings: readonly GroupReading[], levels: readonly GroupLevel[]): Tree {
  const { nodes, more } = pagedTree(readings)
  // Part of them would stand in an order that changes with the rest.
  if (more) return { nodes, more, levels }
  const ranks = levels.map(rankIn)
  return { nodes: orderedTree(nodes, ({ level, values }) => ranks[level]?.(values[level])), more, levels }
}
