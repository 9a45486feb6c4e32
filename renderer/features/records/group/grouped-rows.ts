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

/** The query for the groups of a view. A new object reloads them. */
export interface GroupQuestion {
  readonly levels: readonly GroupLevel[]
  /**
   * Loads the groups of each level, in the order of the rows; at most `limit` per level. `within`: only inside one
   * group.
   */
  readonly read: (
    limit: number,
    signal: AbortSignal,
    within?: readonly unknown[],
  ) => Promise<readonly (readonly GroupAnswer[])[]>
}

/** The part of a row store that groups use. */
export interface GroupedStore {
  readonly layout: RowLayout | undefined
  readonly arrange: (layout: RowLayout | undefined, fresh?: boolean, before?: () => void) => Promise<void>
  readonly refresh: () => void
  readonly subscribe: (listener: (change: RowStoreChange) => void) => () => void
  readonly rowAt: (row: number) => Row | undefined
  readonly visible: { readonly from: number; readonly to: number }
  /** Rows created since the last layout. */
  readonly extra: readonly Row[]
  arranger: (() => Promise<void>) | undefined
}

export interface GroupedRowsOptions {
  readonly store: GroupedStore
  /** Something to be drawn again. */
  readonly changed: () => void
  /** Called right before the rows change their layout. Returns a function to call right after. */
  readonly arranging: () => () => void
  /** True if the user is at a record that no longer matches its group. It moves once the user leaves it. */
  readonly isHeld: () => boolean
}

/** Groups of a level that each request loads, from the first on. */
export const groupsPerPage = 2_000
/** Limit of open groups beyond the first pages. */
const branchesMax = 20
/** Debounces changes: several in quick succession trigger one reload. */
const settlesAfterMs = 200

interface Tree {
  readonly nodes: readonly GroupNode[]
  readonly more: boolean
  /** Columns of its levels. */
  readonly levels: readonly GroupLevel[]
}
const noTree: Tree = { nodes: [], more: false, levels: [] }

/** Maintains the lines of a grouped grid: loads the groups, and arranges the rows by them. Independent of drawing. */
export class GroupedRows {
  readonly #options: GroupedRowsOptions
  #question: GroupQuestion | undefined
  #state: GroupState = allOpen
  #adds = false
  #drafts: readonly (string | undefined)[] = []
  #tree: Tree = noTree
  /** Loaded, but not shown yet: the user is still at a record that will move. */
  #waiting: Tree | undefined
  /** Loading right now together with its rows. Layout changes in the meantime apply to it as well. */
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

  /** Subscribes to changes of rows. After a pause, reloads changed groups. @returns the unsubscribe function */
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

  /** The drawn lines; undefined without groups, and until they are loaded. */
  get lines(): GroupLines | undefined {
    const { layout } = this.#options.store
    return layout instanceof GroupLines ? layout : undefined
  }

  /** Columns of the drawn groups. A request for other groups may be running. */
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

  /** Sets other groups; undefined shows the rows without groups. */
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
    // If the rows fail to load now, they load without groups as soon as possible.
    if (before) this.#arrange(undefined, true, noTree).catch(() => this.#ungroup(noTree))
  }

  /** Sets which groups are open. */
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

  /** Sets the groups of new records, and whether open groups end with an "add" line. */
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

  /** Shows the waiting groups after the user has moved on. */
  settle(): void {
    if (this.#waiting === undefined || this.#options.isHeld()) return
    const tree = this.#waiting
    this.#waiting = undefined
    // A reload reports the error.
    this.#show(tree, true).catch(() => this.#later())
  }

  #later(): void {
    if (!this.#question) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load('changed'), settlesAfterMs)
  }

  /**
   * @param why  `anew`: the query is new. `again`: any rows have changed. `changed`: some rows have changed; the groups
   *   stay valid unless those rows move to other groups
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
      // One more than shown, to detect further records.
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

  /** An error for groups that are no longer wanted isn't shown. */
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
      // Not earlier: loading takes time, and the user may move on meanwhile.
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

  /** True if a visible row has other values than its group: other rows may be there now. */
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
  // A part of them would have an order that changes with the rest.
  if (more) return { nodes, more, levels }
  const ranks = levels.map(rankIn)
  return { nodes: orderedTree(nodes, ({ level, values }) => ranks[level]?.(values[level])), more, levels }
}
