import { writeDraft, type Draft } from '@common/templates'
import { client, isApiError, sentenceOf } from '@renderer/api'
import { useEditMode } from '@renderer/features/templates'
import { sentence, t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { copyText, saveFile } from '@renderer/ui'
import { create } from 'zustand'
import { editor, useEditor } from './editor-store'

const usualMs = 3_000
const invalidMs = 5_000

/** State of saving. */
interface Saving {
  /** True if the gallery takes the template without the edit token. */
  readonly mayWithoutToken: boolean
  readonly isBusy: boolean
}

export const useSaving = create<Saving>(() => ({ mayWithoutToken: false, isBusy: false }))

export const draftNow = (): Draft => useEditor.getState().versions.present

const jsonText = (): string => JSON.stringify(writeDraft(draftNow()), undefined, 2)

/** Copies the template as JSON (S2 §8). */
export async function copyJson(): Promise<void> {
  try {
    await copyText(jsonText())
    toast.success(sentence('templateEditor.copied'), { durationMs: usualMs })
  } catch (error) {
    toast.error(sentence('templateEditor.copyFailed'), {
      detail: error instanceof Error ? error.message : String(error),
    })
  }
}

/** Saves the template as a file on this computer. */
export function saveJson(): void {
  const name =
    draftNow()
      .title.trim()
      .replaceAll(/[\\/:*?"<>|]+/g, '_') || t('templateEditor.untitled')
  saveFile(new Blob([jsonText()], { type: 'application/json' }), `${name}.json`)
}

/** Opens the first invalid field. Returns false if there is one. */
function isValid(): boolean {
  if (editor.validate().length === 0) return true
  toast.error(sentence('templateEditor.invalid'), { durationMs: invalidMs })
  return false
}

/**
 * Validates the template, then creates or updates it in the gallery. Without the edit token, copies the JSON and starts
 * the code-host flow (S2 §6).
 */
export async function submit(): Promise<void> {
  if (useSaving.getState().isBusy || !isValid()) return
  const { token } = useEditMode.getState()
  await busy(async () => {
    if (token !== '' || useSaving.getState().mayWithoutToken) return save(token)
    await copyJson()
    return publish()
  })
}

async function save(token: string): Promise<void> {
  const draft = draftNow()
  const { id } = useEditor.getState()
  const template = writeDraft(draft)
  const withToken = token === '' ? {} : { token }
  const options = { silent: true } as const
  const saved =
    id === undefined
      ? await client.call('templateCreate', { template, ...withToken }, options)
      : await client.call('templateUpdate', { id, template, ...withToken }, options)
  editor.saved(draft, saved.id)
  toast.success(sentence(id === undefined ? 'templateEditor.created' : 'templateEditor.updated'), {
    durationMs: usualMs,
  })
}

/** Stores the template apart from the gallery, and opens its page in a new tab (S2 §7). */
export async function shareByLink(): Promise<void> {
  if (useSaving.getState().isBusy || !isValid()) return
  await busy(async () => {
    const { path } = await client.call('templateLinkCreate', { template: writeDraft(draftNow()) }, { silent: true })
    // Another service returns an address of its own.
    const address = new URL(path, location.origin).href
    window.open(address, '_blank', 'noopener')
    toast.success(sentence('templateEditor.link.created'), {
      action: { label: sentence('templateEditor.link.copy'), run: () => void copyText(address) },
    })
  })
}

/** Publishes the template in the repository of the code host. */
export async function submitToCodeHost(): Promise<void> {
  if (useSaving.getState().isBusy || !isValid()) return
  await busy(publish)
}

async function publish(): Promise<void> {
  const draft = draftNow()
  const { url } = useEditor.getState()
  const started = toast.info(sentence('templateEditor.codeHost.initiated'), { durationMs: usualMs })
  try {
    const args = { template: writeDraft(draft), ...(url !== undefined && { url }) }
    const published = await client.call('codeHostPublish', args, { silent: true })
    editor.published(draft, published.url)
    toast.success(sentence('templateEditor.codeHost.done'), { durationMs: usualMs, detail: published.path })
  } catch (error) {
    toast.close(started)
    const isMissing = isApiError(error) && error.code === 'CODE_HOST_NOT_SET_UP'
    toast.error(
      sentenceOf(error),
      isMissing
        ? { action: { label: sentence('templateEditor.codeHost.setUp'), run: () => editor.open({ kind: 'codeHost' }) } }
        : { durationMs: invalidMs },
    )
  }
}

async function busy(work: () => Promise<void>): Promise<void> {
  useSaving.setState({ isBusy: true })
  try {
    await work()
  } catch (error) {
    // S2 §8: other failures show their message.
    toast.error(sentenceOf(error), { durationMs: invalidMs })
  } finally {
    useSaving.setState({ isBusy: false })
  }
}
