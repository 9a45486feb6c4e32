import type { FilterReader } from '@common/views'
import { stepsOf, surveyStepsOf, type FormStep } from '@common/views/form-answers'
import type { Form, FormField } from '@common/views/form-fields'
import { ownValue } from '@common/util/own-value'
import { useFailure } from '@renderer/api'
import { sentence, type Sentence } from '@renderer/i18n'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { answerOf, fill, firstDraft, type ComingFile, type Draft, type Drafts, type Problems } from './answers'
import type { Prefilled } from './prefill'
import { refusalOf } from './refusal'
import { memoryAnswers, type AnswerStore } from './saved-draft'
import type { FilesHands } from './widgets/widget'

export type SendForm = (answers: Readonly<Record<string, unknown>>, submission: string) => Promise<void>

export interface Filling {
  readonly state: 'open' | 'sending' | 'sent'
  /** Pages that are shown; one where the form has no steps. */
  readonly steps: readonly FormStep[]
  readonly step: number
  readonly isLast: boolean
  /** Visible fields of the form. */
  readonly shown: ReadonlySet<string>
  readonly draftOf: (field: FormField) => Draft
  readonly change: (field: FormField, draft: Draft) => void
  readonly leave: (field: FormField) => void
  /** Uploads of a field, including those of a hidden field. */
  readonly filesOf: (field: FormField) => FilesHands
  /** Visible problems by field. */
  readonly problems: Problems
  /** Why it could not be sent, where no field is to blame. */
  readonly failure: string | undefined
  /** Goes to the next page, or sends the form. @returns the invalid field to focus */
  readonly goOn: () => Promise<string | undefined>
  readonly goTo: (step: number) => void
  /** Returns the page of a field. */
  readonly stepOf: (id: string) => number
  /** Once more, from the beginning. */
  readonly restart: () => void
}

export interface FillingOptions {
  readonly form: Form
  readonly reader: FilterReader
  readonly prefilled: Prefilled
  readonly onSend: SendForm
  /** Key that stores the answers while the form isn't on screen. */
  readonly heldAs?: string | undefined
  /** Where they are stored. Default: in memory. */
  readonly store?: AnswerStore | undefined
  /** Asks one question at a time. */
  readonly survey?: boolean | undefined
  /** Page of the form, if the browser's history holds it. */
  readonly place?: FormPlace | undefined
}

/** The page of a form, and the way to another one. */
export interface FormPlace {
  readonly step: number
  readonly go: (step: number) => void
}

const none: readonly ComingFile[] = []

const newSubmission = (): string => crypto.randomUUID()

/** Manages a form while a user fills it in. Answers survive until the server has stored them. */
export function useFilling(options: FillingOptions): Filling {
  const { form, reader, prefilled, onSend, heldAs = '', store = memoryAnswers, survey = false, place } = options
  const [drafts, setDrafts] = useState<Drafts>(() => store.read(heldAs)?.drafts ?? {})
  const [state, setState] = useState<Filling['state']>('open')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Problems>(new Map())
  const [failure, setFailure] = useFailure()
  const [coming, setComing] = useState<Readonly<Record<string, readonly ComingFile[]>>>({})
  const [ownStep, setOwnStep] = useState(0)
  const { step: at, go: setAt } = place ?? { step: ownStep, go: setOwnStep }
  /** The same for every attempt, until the record exists. */
  const [earlier] = useState(() => store.read(heldAs)?.submission)
  const submission = useRef(earlier)
  const isSending = useRef(false)
  const hold = useCallback((): void => {
    if (heldAs !== '' && state !== 'sent') store.write(heldAs, { drafts, submission: submission.current })
  }, [heldAs, store, drafts, state])
  useEffect(hold, [hold])

  const first = (field: FormField): Draft => firstDraft(field, reader, prefilled.values.get(field.id) ?? field.initial)
  const draftOf = (field: FormField): Draft => ownValue(drafts, field.id) ?? first(field)
  const whole = Object.fromEntries(form.fields.map((field) => [field.id, draftOf(field)]))
  const filled = fill(form, whole, reader)
  const isHidden = (field: FormField): boolean =>
    // An unanswered required field can't be hidden.
    prefilled.hidden.has(field.id) && !filled.problems.has(field.id)
  const shown = new Set(
    form.fields.flatMap((field) => (filled.shown.has(field.id) && !isHidden(field) ? [field.id] : [])),
  )
  const steps = useMemo(() => (survey ? surveyStepsOf(form) : stepsOf(form)), [form, survey])
  const seen = steps.filter((parts) => {
    const fields = parts.filter((part) => part.kind === 'field')
    return fields.length === 0 || fields.some(({ id }) => shown.has(id))
  })
  const step = Math.max(0, Math.min(at, seen.length - 1))
  const isLast = step >= seen.length - 1
  const stepOf = (id: string): number =>
    Math.max(
      0,
      seen.findIndex((parts) => parts.some((part) => part.id === id && part.kind === 'field')),
    )

  const isBusy = (id: string): boolean => ownValue(coming, id)?.some(({ problem }) => problem === undefined) === true
  const problems = new Map<string, Sentence>()
  for (const { id } of form.fields) {
    if (!shown.has(id)) continue
    const own = left.has(id) ? filled.problems.get(id) : undefined
    const problem = own ?? refused.get(id) ?? (left.has(id) && isBusy(id) ? sentence('forms.fileComing') : undefined)
    if (problem !== undefined) problems.set(id, problem)
  }

  const change = (field: FormField, how: (before: Draft) => Draft): void => {
    setDrafts((before) => ({ ...before, [field.id]: how(ownValue(before, field.id) ?? first(field)) }))
    setRefused((before) => without(before, field.id))
  }

  const send = async (): Promise<string | undefined> => {
    if (isSending.current) return undefined
    isSending.current = true
    setState('sending')
    setFailure(undefined)
    submission.current ??= newSubmission()
    hold()
    try {
      await onSend(filled.answers, submission.current)
      submission.current = undefined
      // Even if the form is no longer on screen.
      store.drop(heldAs)
      setState('sent')
      return undefined
    } catch (error) {
      const refusal = refusalOf(form, error, shown)
      setRefused(refusal.problems)
      setFailure(refusal.sentence)
      setState('open')
      const wrong = form.fields.find(({ id }) => refusal.problems.has(id))?.id
      if (wrong !== undefined) setAt(stepOf(wrong))
      return wrong
    } finally {
      isSending.current = false
    }
  }

  return {
    state,
    steps: seen,
    step,
    isLast,
    shown,
    draftOf,
    change: (field, draft) => change(field, () => draft),
    leave: (field) => {
      // A field that was only passed by is not called wrong before it is sent.
      const { answer } = answerOf(field, draftOf(field), reader) as { answer?: unknown }
      if (answer === null || left.has(field.id)) return
      setLeft((before) => new Set([...before, field.id]))
    },
    filesOf: (field) => ({
      coming: ownValue(coming, field.id) ?? none,
      onComing: (how) => setComing((before) => ({ ...before, [field.id]: how(ownValue(before, field.id) ?? none) })),
      onChange: (how) => change(field, how),
    }),
    problems,
    failure,
    goOn: async () => {
      const here = isLast ? form.fields : (seen[step] ?? []).filter((part) => part.kind === 'field')
      const asked = here.filter(({ id }) => shown.has(id))
      setLeft((before) => new Set([...before, ...asked.map(({ id }) => id)]))
      const wrong = asked.find(({ id }) => filled.problems.has(id) || isBusy(id))
      if (wrong !== undefined) {
        setAt(stepOf(wrong.id))
        return wrong.id
      }
      if (isLast) return send()
      setAt(step + 1)
      return undefined
    },
    goTo: setAt,
    stepOf,
    restart: () => {
      setDrafts({})
      setComing({})
      setLeft(new Set())
      setRefused(new Map())
      setFailure(undefined)
      setAt(0)
      setState('open')
    },
  }
}

function without(problems: Problems, id: string): Problems {
  if (!problems.has(id)) return problems
  return new Map([...problems].filter(([name]) => name !== id))
}
