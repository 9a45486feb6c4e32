import type { AttachedFile } from '@common/columns/values/files'
import { attachmentMaxBytes } from '@common/constants'
import { createKeyedQueue } from '@common/util/queue'
import { files, isApiError, PageError, sentenceOf } from '@renderer/api'
import { thumbnails } from '@renderer/cells'
import { sentence, type Sentence } from '@renderer/i18n'
import { create } from 'zustand'

/** A file on its way to a cell. */
export interface Upload {
  readonly id: number
  /** The cell it is for. */
  readonly cell: string
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'failed'
  /** Why it failed. */
  readonly problem?: Sentence
}

/** Where uploaded files go. */
export interface UploadTarget {
  readonly cell: string
  readonly projectId: string
  /** Adds an uploaded file; rejects if the cell can't take it. */
  readonly add: (file: AttachedFile) => Promise<void>
}

/** Thrown if a cell can't take a file. */
export class UploadRefusal extends PageError {
  override readonly name = 'UploadRefusal'
}

interface Running {
  readonly file: File
  readonly target: UploadTarget
  readonly stop: AbortController
  /** Settles when all earlier files are in the cell or have failed, so that the order is stable. */
  readonly before: Promise<unknown>
  readonly settle: () => void
}

export const useUploads = create<{ readonly list: readonly Upload[] }>(() => ({ list: [] }))

const sentAtOnce = 3
const running = new Map<number, Running>()
let lastId = 0

/** Files enter their cell in the order in which they were given, whichever arrives first. */
const places = createKeyedQueue()

function placeIn(cell: string): Pick<Running, 'before' | 'settle'> {
  const entered = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  void places.run(cell, () => {
    entered.resolve()
    return left.promise
  })
  return { before: entered.promise, settle: left.resolve }
}

function change(id: number, patch: Partial<Upload>): void {
  useUploads.setState(({ list }) => ({ list: list.map((one) => (one.id === id ? { ...one, ...patch } : one)) }))
}

function drop(id: number): void {
  running.get(id)?.settle()
  running.delete(id)
  useUploads.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }))
}

/** Uploads files in order, with limited concurrency. Continues while the user does something else. */
export function upload(given: readonly File[], target: UploadTarget): void {
  const made = given.map((file): Upload => {
    const id = (lastId += 1)
    const { name, size } = file
    const tooLarge = size > attachmentMaxBytes
    if (!tooLarge) running.set(id, { file, target, stop: new AbortController(), ...placeIn(target.cell) })
    const problem = sentence('attachments.tooLarge', { limit: `${attachmentMaxBytes / 1024 / 1024} MB` })
    return {
      id,
      cell: target.cell,
      name,
      size,
      sent: 0,
      ...(tooLarge ? { state: 'failed', problem } : { state: 'waiting' }),
    }
  })
  useUploads.setState(({ list }) => ({ list: [...list, ...made] }))
  sendNext()
}

/** Cancels a running upload, or removes a failed one. */
export function cancelUpload(id: number): void {
  running.get(id)?.stop.abort()
  drop(id)
  sendNext()
}

export function retryUpload(id: number): void {
  const known = running.get(id)
  if (!known) return
  running.set(id, { ...known, stop: new AbortController() })
  change(id, { state: 'waiting', sent: 0 })
  sendNext()
}

/** True if a failed upload can be retried. */
export const mayRetry = (id: number): boolean => running.has(id)

function sendNext(): void {
  const { list } = useUploads.getState()
  const sending = list.filter(({ state }) => state === 'sending').length
  for (const { id } of list.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, sentAtOnce - sending)))
    void sendOne(id)
}

async function sendOne(id: number): Promise<void> {
  const known = running.get(id)
  if (!known) return
  const { file, target, stop } = known
  change(id, { state: 'sending' })
  try {
    const stored = await files.upload(target.projectId, file, {
      signal: stop.signal,
      onProgress: (sent) => change(id, { sent }),
    })
    void thumbnails.add(stored.url, file)
    change(id, { sent: file.size })
    await known.before
    await target.add(stored)
    drop(id)
  } catch (error) {
    if (isApiError(error, 'CANCELLED')) drop(id)
    else {
      // Later files don't wait for the user's decision about this one.
      known.settle()
      change(id, { state: 'failed', problem: sentenceOf(error) })
    }
  }
  sendNext()
}
