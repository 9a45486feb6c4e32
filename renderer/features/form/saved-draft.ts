import type { AttachedFile } from '@common/columns/values/files'
import type { Draft, Drafts } from './answers'

/** Answers of an unfinished form. */
export interface HeldAnswers {
  readonly drafts: Drafts
  /** The same for every attempt, until the record exists. */
  readonly submission: string | undefined
}

/** Where answers stay until the form is sent. */
export interface AnswerStore {
  readonly read: (key: string) => HeldAnswers | undefined
  readonly write: (key: string, answers: HeldAnswers) => void
  readonly drop: (key: string) => void
}

const inMemory = new Map<string, HeldAnswers>()

/** Stores answers until the window closes or reloads. */
export const memoryAnswers: AnswerStore = {
  read: (key) => inMemory.get(key),
  write: (key, answers) => void inMemory.set(key, answers),
  drop: (key) => void inMemory.delete(key),
}

const nameOf = (key: string): string => `basalt-answers ${key}`

/** Stores answers in this tab, so that they survive a reload. Files of a visitor can't be stored. */
export const tabAnswers: AnswerStore = {
  read: (key) => {
    const text = attempt(() => sessionStorage.getItem(nameOf(key))) ?? 'null'
    const held = attempt(() => JSON.parse(text) as unknown)
    if (!isRecord(held) || !isRecord(held['drafts'])) return undefined
    const { drafts, submission } = held
    const known = Object.entries(drafts).filter((entry): entry is [string, Draft] => isDraft(entry[1]))
    return { drafts: Object.fromEntries(known), submission: typeof submission === 'string' ? submission : undefined }
  },
  write: (key, { drafts, submission }) => {
    const stored = Object.entries(drafts).filter(([, draft]) => draft.kind === 'text' || !isFiles(draft.value))
    attempt(() =>
      sessionStorage.setItem(nameOf(key), JSON.stringify({ drafts: Object.fromEntries(stored), submission })),
    )
  },
  drop: (key) => void attempt(() => sessionStorage.removeItem(nameOf(key))),
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && (value['kind'] === 'text' ? typeof value['text'] === 'string' : value['kind'] === 'value')

const isFiles = (value: unknown): value is readonly AttachedFile[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null && 'url' in entry)

/** Storage may be full or forbidden. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError || error instanceof ReferenceError)
      return undefined
    throw error
  }
}
