import type { FormOptions } from '@common/views/form'
import { storedParts } from '@common/views/form-fields'
import type { ViewOptions } from '@common/views'
import { createQueue } from '@common/util/queue'
import { sentenceOf } from '@renderer/api'
import { undoLog } from '@renderer/features/undo'
import { storeOptions, undoing, type TableView } from '@renderer/features/views'
import { sentence, type Sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Visual reference §7: changes apply immediately, but are saved after a pause in typing. */
const savesAfterMs = 400

export interface FormEdits {
  /** The form with its pending changes. */
  readonly options: FormOptions
  /**
   * Changes options of the form, for everyone.
   *
   * @param label  description for undo
   * @param of  merges successive changes of the same thing, such as letters of a title, into one undo step
   */
  readonly change: (label: Sentence, patch: FormOptions, of?: string) => void
}

interface Step {
  readonly of: string
  after: ViewOptions
}

/** Manages the changes of a form in the builder. */
export function useFormEdits(view: TableView): FormEdits {
  const { projectId, table } = view
  const { id, options: stored } = view.view
  const [local, setLocal] = useState<ViewOptions>()
  const latest = useRef({
    options: stored,
    /** The options last sent or read; pending changes build on them. */
    base: stored,
    waiting: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })
  const step = useRef<Step>(undefined)
  const [queue] = useState(createQueue)
  latest.current.options = local ?? stored

  const store = useCallback(
    (before: ViewOptions, after: ViewOptions): Promise<void> =>
      queue.run(async () => void (await storeOptions({ projectId, table: table.name, id }, before, after))),
    [queue, projectId, table.name, id],
  )
  const send = useCallback((): Promise<void> => {
    const { current } = latest
    clearTimeout(current.timer)
    current.timer = undefined
    step.current = undefined
    if (!current.waiting) return queue.settled()
    current.waiting = false
    const sent = current.options
    return store(current.base, sent).then(
      // From now on, shows the stored options.
      () => setLocal((now) => (now === sent ? undefined : now)),
      (error: unknown) => {
        setLocal((now) => (now === sent ? undefined : now))
        toast.error(sentence('forms.notSaved'), { detail: sentenceOf(error) })
      },
    )
  }, [queue, store])
  useEffect(() => {
    const leave = (): void => void send()
    globalThis.addEventListener('pagehide', leave)
    return () => {
      globalThis.removeEventListener('pagehide', leave)
      void send()
    }
  }, [send])

  const change = useCallback(
    (label: Sentence, patch: FormOptions, of?: string): void => {
      const { current } = latest
      const before = current.options
      // Drops parts that no longer exist.
      const whole = { ...before, parts: [...storedParts(before)], ...patch } as ViewOptions
      const after = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as ViewOptions
      if (!current.waiting) current.base = before
      current.options = after
      current.waiting = true
      setLocal(after)
      clearTimeout(current.timer)
      current.timer = setTimeout(() => void send(), savesAfterMs)
      if (of !== undefined && step.current?.of === of) {
        step.current.after = after
        return
      }
      const made: Step = { of: of ?? '', after }
      step.current = of === undefined ? undefined : made
      const put = (from: ViewOptions, to: ViewOptions): Promise<void> =>
        undoing(async () => {
          await send()
          await store(from, to)
        })
      undoLog.record(projectId, {
        label,
        undone: sentence('forms.changes.back'),
        undo: () => put(made.after, before),
        redo: () => put(before, made.after),
      })
    },
    [projectId, send, store],
  )
  return { options: local ?? stored, change }
}
