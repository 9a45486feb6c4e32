import { holdsFiles } from '@common/columns/questions'
import { storedFileUrl, type AttachedFile } from '@common/columns/values/files'
import { shareLimits, type OpenedShare } from '@common/operations/shares'
import type { FilterReader } from '@common/views'
import { readVisitorForm, type Form } from '@common/views/form-fields'
import { client, files as fileClient } from '@renderer/api'
import { pageReader } from '@renderer/i18n'
import { visitorTokens } from '@renderer/stores'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FormSources } from './sources'
import type { SendForm } from './use-filling'

export interface SharedFormLink {
  readonly share: Extract<OpenedShare, { kind: 'form' }>
  readonly link: string
}

interface VisitorForm {
  readonly form: Form
  readonly reader: FilterReader
  readonly sources: FormSources
  readonly send: SendForm
}

/**
 * Returns a form as its visitors have it. Files stay in the browser until the form is sent.
 *
 * @param trap  returns the content of the field that people don't see
 */
export function useSharedForm({ share, link }: SharedFormLink, trap: () => string): VisitorForm {
  const { projectId, table, view, visitor } = share
  const form = useMemo(() => readVisitorForm(view.options, table, view.title), [view, table])
  const [openedAtMs] = useState(() => performance.now())
  const [now] = useState(() => new Date())
  const page = pageReader()
  const reader = useMemo<FilterReader>(() => ({ ...page, now, email: '' }), [page, now])
  const chosen = useRef(new Map<string, File>())
  const sources = useMemo(() => visitorSources(projectId, chosen.current), [projectId])
  const send = useCallback<SendForm>(
    async (answers, submission) => {
      // The server rejects answers that come sooner than people write.
      await passed(openedAtMs + shareLimits.answerMs)
      const website = trap()
      const { plain, sent } = apart(form, answers, chosen.current)
      const input = {
        answers: plain as Record<string, never>,
        submission,
        ...pageReader(),
        visitor: visitorTokens.of(link) ?? visitor.token,
        ...(website !== '' && { website }),
      }
      if (sent.length > 0) await fileClient.answer(projectId, input, sent)
      else await client.call('shareSubmit', input, { projectId, silent: true })
    },
    [openedAtMs, trap, form, link, visitor, projectId],
  )
  return { form, reader, sources, send }
}

function passed(atMs: number): Promise<void> {
  const missingMs = atMs - performance.now()
  return missingMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, missingMs))
}

/** Separates the files of answers from the other answers. */
function apart(form: Form, answers: Readonly<Record<string, unknown>>, chosen: ReadonlyMap<string, File>) {
  // A column may be called `__proto__`.
  const plain = Object.create(null) as Record<string, unknown>
  const sent: { readonly field: string; readonly file: File }[] = []
  for (const [id, answer] of Object.entries(answers)) {
    const isOfFiles = form.fields.some((field) => field.id === id && holdsFiles(field.column))
    if (!isOfFiles) plain[id] = answer
    else
      for (const { url } of answer as readonly AttachedFile[]) {
        const file = chosen.get(url)
        if (file !== undefined) sent.push({ field: id, file })
      }
  }
  return { plain, sent }
}

function visitorSources(projectId: string, chosen: Map<string, File>): FormSources {
  const records = async (field: string, asked: { search?: string; values?: string[] }, signal: AbortSignal) => {
    const input = { field, ...asked, ...pageReader() }
    return (await client.call('shareRecords', input, { projectId, signal, silent: true })).list
  }
  return {
    people: [],
    find: ({ id }, text, signal) => records(id, { search: text }, signal),
    labels: ({ id }, values, signal) => records(id, { values: values.slice(0, 500) }, signal),
    upload: (file) => {
      const { name: title, type: mimetype, size } = file
      // Looks like a stored file to the rules of the form.
      const url = storedFileUrl({ projectId, id: crypto.randomUUID().replaceAll('-', '') }, title)
      chosen.set(url, file)
      return Promise.resolve({ url, title, mimetype, size })
    },
  }
}
