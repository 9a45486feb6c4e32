import { createKeyedQueue } from '@common/util/queue'
import { PageError, writeGuard } from '@renderer/api'
import type { Sentence } from '@renderer/i18n'
import { create } from 'zustand'

/** Messages of a step. */
export interface StepWords {
  /** The user's action: "Deleted Beta from Pasted". A redo reports it too. */
  readonly label: Sentence
  /** The effect of an undo: "Restored Beta". */
  readonly undone: Sentence
}

/** An action of a user that can be undone. */
export interface UndoStep extends StepWords {
  /**
   * Undoes the action. @throws UndoImpossible if it can never succeed, UndoConflict if the user must confirm first;
   * after any other error, the step stays and can be retried.
   */
  readonly undo: () => Promise<void>
  /** Does it again. The same errors. */
  readonly redo: () => Promise<void>
  /** True for steps over something that isn't stored yet: they end with it. */
  readonly isProvisional?: boolean
  /** Returns the changes behind the step, which survive a reload of the page. Absent: the step ends with the page. */
  readonly changes?: () => ChangeIds | undefined
}

/** Ids of the changes of a step in the change log of the server. */
export interface ChangeIds {
  /**
   * For each part the id of its newest write: the change itself, its undo, the redo of that … Null if it wrote nothing.
   */
  readonly newest: readonly (string | null)[]
  /** Number of parts that are done: all of them, none after an undo, some after an undo that failed half-way. */
  readonly done: number
}

/** An action that can't be undone. The history lists it for information and skips it. */
export interface FinalStep {
  readonly label: Sentence
  /** Why not. */
  readonly final: Sentence
}

/** Thrown if a step can never be undone or redone. */
export class UndoImpossible extends PageError {
  override readonly name = 'UndoImpossible'
}

/** Doing it would write over something newer. */
export class UndoConflict extends PageError {
  override readonly name = 'UndoConflict'
  constructor(
    /** The conflicting change: "Price of 'Balls to the Wall' was changed since." */
    sentence: Sentence,
    /** Does it all the same. */
    readonly anyway: () => Promise<void>,
  ) {
    super(sentence)
  }
}

export type StepState = 'done' | 'undone' | 'passed'

/** An entry of this session's history. */
export interface UndoEntry {
  readonly id: number
  readonly label: Sentence
  /** Message of an undo; equals the label for steps that can't be undone. */
  readonly undone: Sentence
  readonly at: Date
  /** "passed": can't be undone or redone; `why` has the reason. */
  readonly state: StepState
  readonly why: Sentence | undefined
}

export interface UndoHistory {
  /** In order of use, least recent first. */
  readonly entries: readonly UndoEntry[]
  /** The step that is currently undone or redone. */
  readonly working: UndoEntry | undefined
  /** The question of a step that waits for the user. */
  readonly question: UndoQuestion | undefined
}

export interface UndoQuestion {
  readonly direction: Direction
  readonly entry: UndoEntry
  readonly sentence: Sentence
  readonly answer: (anyway: boolean) => void
}

export type Direction = 'undo' | 'redo'

/** The result of an undo or redo, for the message to the user. */
export type UndoOutcome =
  | { readonly kind: 'done'; readonly direction: Direction; readonly entry: UndoEntry }
  /** Can never be undone or redone. */
  | { readonly kind: 'passed'; readonly direction: Direction; readonly entry: UndoEntry; readonly why: Sentence }
  /** It did not work now and can be tried again. */
  | { readonly kind: 'failed'; readonly direction: Direction; readonly entry: UndoEntry; readonly error: unknown }
  | { readonly kind: 'nothing'; readonly direction: Direction }

/** Maximum number of steps per project; the oldest are dropped first. */
export const undoStepsMax = 200

const empty: UndoHistory = { entries: [], working: undefined, question: undefined }

interface UndoState {
  readonly projects: Readonly<Record<string, UndoHistory>>
}

export const useUndo = create<UndoState>(() => ({ projects: {} }))

/** Outside the store: functions aren't state to render. */
const steps = new Map<number, UndoStep>()
const queues = createKeyedQueue()
let lastId = 0

const historyOf = (projectId: string): UndoHistory => useUndo.getState().projects[projectId] ?? empty

function put(projectId: string, change: Partial<UndoHistory>): void {
  useUndo.setState(({ projects }) => ({
    projects: { ...projects, [projectId]: { ...(projects[projectId] ?? empty), ...change } },
  }))
}

function mark(projectId: string, id: number, change: Partial<UndoEntry>): UndoEntry | undefined {
  const entries = historyOf(projectId).entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
  put(projectId, { entries })
  return entries.find((entry) => entry.id === id)
}

/** Send writes that wait for more of their kind. */
const flushes = new Set<() => void>()

/** Writes in flight, by project. Their steps are recorded when they succeed. */
const underWay = new Map<string, Set<Promise<unknown>>>()

/**
 * Serializes undo and redo: a second Ctrl+Z waits for the first, and both wait for earlier writes, whose steps aren't
 * recorded yet.
 */
function inTurn<T>(projectId: string, run: () => Promise<T>): Promise<T> {
  for (const flush of flushes) flush()
  const written = Promise.allSettled(underWay.get(projectId) ?? new Set<Promise<unknown>>())
  return queues.run(projectId, async () => {
    await written
    return run()
  })
}

function nextStep(projectId: string, direction: Direction): UndoEntry | undefined {
  const { entries } = historyOf(projectId)
  return direction === 'undo'
    ? entries.findLast(({ state }) => state === 'done')
    : entries.find(({ state }) => state === 'undone')
}

/** Asks the user to confirm overwriting a newer change. */
function asked(projectId: string, direction: Direction, entry: UndoEntry, sentence: Sentence): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (anyway: boolean): void => {
      put(projectId, { question: undefined })
      resolve(anyway)
    }
    put(projectId, { question: { direction, entry, sentence, answer } })
  })
}

async function run(
  projectId: string,
  direction: Direction,
  entry: UndoEntry | undefined = nextStep(projectId, direction),
): Promise<UndoOutcome> {
  const step = entry && steps.get(entry.id)
  if (entry === undefined || step === undefined) return { kind: 'nothing', direction }
  put(projectId, { working: entry })
  try {
    try {
      await writeGuard.asOne(projectId, () => step[direction]())
    } catch (error) {
      if (!(error instanceof UndoConflict)) throw error
      if (!(await asked(projectId, direction, entry, error.sentence))) throw new UndoImpossible(error.sentence)
      await error.anyway()
    }
    const state = direction === 'undo' ? 'undone' : 'done'
    return { kind: 'done', direction, entry: mark(projectId, entry.id, { state }) ?? entry }
  } catch (error) {
    if (!(error instanceof UndoImpossible)) return { kind: 'failed', direction, entry, error }
    const passed = mark(projectId, entry.id, { state: 'passed', why: error.sentence }) ?? entry
    steps.delete(entry.id)
    return { kind: 'passed', direction, entry: passed, why: error.sentence }
  } finally {
    put(projectId, { working: undefined })
  }
}

/** Runs steps until one has the wanted state, or one fails. */
async function until(projectId: string, direction: Direction, id: number): Promise<UndoOutcome> {
  let last: UndoOutcome = { kind: 'nothing', direction }
  for (;;) {
    const next = nextStep(projectId, direction)
    const isBeyond = next === undefined || (direction === 'undo' ? next.id < id : next.id > id)
    if (isBeyond) return last
    last = await run(projectId, direction)
    if (last.kind !== 'done') return last
  }
}

/** Steps that are recorded while something larger is done, by project. */
const groups = new Map<string, UndoStep[]>()

/** Returns one step that runs its parts in order. After an error, the next attempt continues where it stopped. */
function joined(words: StepWords, parts: readonly UndoStep[]): UndoStep {
  let done = parts.length
  const until = async (direction: Direction): Promise<void> => {
    const isBack = direction === 'undo'
    while (isBack ? done > 0 : done < parts.length) {
      const part = parts[isBack ? done - 1 : done]
      const next = done + (isBack ? -1 : 1)
      try {
        await part?.[direction]()
      } catch (error) {
        if (!(error instanceof UndoConflict)) throw error
        throw new UndoConflict(error.sentence, async () => {
          await error.anyway()
          done = next
          await until(direction)
        })
      }
      done = next
    }
  }
  const isProvisional = parts.every((part) => part.isProvisional)
  const changes = (): ChangeIds | undefined => {
    const all = parts.map((part) => part.changes?.()).filter((ids) => ids !== undefined)
    if (all.length < parts.length) return undefined
    return { newest: all.flatMap(({ newest }) => newest), done: all.reduce((sum, each) => sum + each.done, 0) }
  }
  return { ...words, isProvisional, changes, undo: () => until('undo'), redo: () => until('redo') }
}

async function grouped<T>(projectId: string, words: StepWords | undefined, work: () => Promise<T>): Promise<T> {
  const parts: UndoStep[] = []
  groups.set(projectId, parts)
  try {
    return await writeGuard.asOne(projectId, work)
  } finally {
    groups.delete(projectId)
    const [first] = parts
    const step = parts.length === 1 ? first : first && joined(words ?? first, parts)
    if (first && step) add(projectId, words ?? first, step, undefined)
  }
}

/** Undoes or redoes a single step, regardless of later ones. Does nothing if it already has the wanted state. */
function runOne(projectId: string, direction: Direction, id: number): Promise<UndoOutcome> {
  const wanted = direction === 'undo' ? 'done' : 'undone'
  const entry = historyOf(projectId).entries.find((each) => each.id === id && each.state === wanted)
  return entry === undefined ? Promise.resolve({ kind: 'nothing', direction }) : run(projectId, direction, entry)
}

function add(projectId: string, words: StepWords, step: UndoStep | undefined, why: Sentence | undefined): void {
  lastId += 1
  const { label, undone } = words
  const entry: UndoEntry = { id: lastId, label, undone, at: new Date(), state: step ? 'done' : 'passed', why }
  if (step) steps.set(entry.id, step)
  const { entries } = historyOf(projectId)
  // A new step discards undone ones: they can't be redone on top of it.
  const remaining = [...entries.filter(({ state }) => state !== 'undone'), entry].slice(-undoStepsMax)
  for (const { id } of entries) if (!remaining.some((each) => each.id === id)) steps.delete(id)
  put(projectId, { entries: remaining })
}

/** The actions in this window since it opened, per project, with undo and redo. */
export const undoLog = {
  /** Call it after the thing was done. */
  record: (projectId: string, step: UndoStep): void => {
    const group = groups.get(projectId)
    if (group) group.push(step)
    else add(projectId, step, step, undefined)
  },
  /**
   * Records everything that `work` does as one step, which is undone as a whole.
   *
   * @param words  the step's messages; defaults to those of its first part
   */
  group: <T>(projectId: string, words: StepWords | undefined, work: () => Promise<T>): Promise<T> => {
    // Something larger still is going on.
    if (groups.has(projectId)) return work()
    return undoLog.during(projectId, grouped(projectId, words, work))
  },
  /**
   * Marks a write in progress that will record a step. An undo waits for it.
   *
   * @returns the same promise
   */
  during: <T>(projectId: string, work: Promise<T>): Promise<T> => {
    const all = underWay.get(projectId) ?? new Set()
    underWay.set(projectId, all.add(work))
    const end = (): void => void all.delete(work)
    work.then(end, end)
    return work
  },
  /** Registers a function that sends delayed writes. It runs before each undo and redo. */
  beforeUndo: (flush: () => void): void => void flushes.add(flush),
  /** Records an action that can't be undone, with the reason. */
  recordFinal: (projectId: string, { label, final }: FinalStep): void => {
    add(projectId, { label, undone: label }, undefined, final)
  },
  /** Puts steps of an earlier page before those of this one. */
  restore: (projectId: string, earlier: readonly (Omit<UndoEntry, 'id'> & { readonly step?: UndoStep })[]): void => {
    const restored = earlier.map(({ step, ...entry }): UndoEntry => {
      lastId += 1
      if (step) steps.set(lastId, step)
      return { ...entry, id: lastId }
    })
    // Ids are in the order of the steps.
    const later = historyOf(projectId).entries.map((entry): UndoEntry => {
      lastId += 1
      const step = steps.get(entry.id)
      steps.delete(entry.id)
      if (step) steps.set(lastId, step)
      return { ...entry, id: lastId }
    })
    put(projectId, { entries: [...restored, ...later].slice(-undoStepsMax) })
  },
  /** Returns the changes behind a step. */
  changesOf: ({ id }: Pick<UndoEntry, 'id'>): ChangeIds | undefined => steps.get(id)?.changes?.(),
  /** Removes the provisional steps of a project. */
  dropProvisional: (projectId: string): void => {
    const isDropped = ({ id }: UndoEntry): boolean => steps.get(id)?.isProvisional === true
    const { entries } = historyOf(projectId)
    const dropped = entries.filter(isDropped)
    for (const { id } of dropped) steps.delete(id)
    if (dropped.length > 0) put(projectId, { entries: entries.filter((entry) => !dropped.includes(entry)) })
  },
  undo: (projectId: string): Promise<UndoOutcome> => inTurn(projectId, () => run(projectId, 'undo')),
  redo: (projectId: string): Promise<UndoOutcome> => inTurn(projectId, () => run(projectId, 'redo')),
  /** Undoes or redoes this step alone. Later steps stay; asks the user about a conflict with their values. */
  undoOne: (projectId: string, id: number): Promise<UndoOutcome> =>
    inTurn(projectId, () => runOne(projectId, 'undo', id)),
  redoOne: (projectId: string, id: number): Promise<UndoOutcome> =>
    inTurn(projectId, () => runOne(projectId, 'redo', id)),
  /** Undoes this step and all later ones. */
  undoTo: (projectId: string, id: number): Promise<UndoOutcome> =>
    inTurn(projectId, () => until(projectId, 'undo', id)),
  /** Redoes all steps up to and including this one. */
  redoTo: (projectId: string, id: number): Promise<UndoOutcome> =>
    inTurn(projectId, () => until(projectId, 'redo', id)),
  history: historyOf,
  /** Clears all steps, such as on sign-out. */
  clear: (): void => {
    for (const { question } of Object.values(useUndo.getState().projects)) question?.answer(false)
    steps.clear()
    useUndo.setState({ projects: {} })
  },
}

/** Returns the history of a project for a component. */
export function useHistory(projectId: string): UndoHistory {
  return useUndo(({ projects }) => projects[projectId] ?? empty)
}
