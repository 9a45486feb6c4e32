import { actionToastMs, errorToastMs, infoToastMs } from '@common/constants'
import type { Sentence } from '@renderer/i18n'
import { create } from 'zustand'

/** Maximum number of visible toasts (ui.md §7); a fourth replaces the oldest. */
export const toastsMax = 3

export type ToastKind = 'success' | 'info' | 'error'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: Sentence
  readonly detail?: Sentence | undefined
  readonly durationMs: number
  readonly action?: { readonly label: Sentence; readonly run: () => void } | undefined
  /** True for a generic success or failure, which the action's own message replaces. */
  readonly isGeneral?: boolean
}

export type ToastOptions = Partial<Pick<Toast, 'detail' | 'durationMs' | 'action'>>

interface ToastsState {
  readonly toasts: readonly Toast[]
}

export const useToasts = create<ToastsState>(() => ({ toasts: [] }))

let lastId = 0
/** Time of the last own message of an action, by outcome. */
const saidAt: Record<ToastKind, number> = { success: 0, info: 0, error: 0 }

function show(kind: ToastKind, text: Sentence, options: ToastOptions & Pick<Toast, 'isGeneral'>): number {
  lastId += 1
  const plainMs = kind === 'error' ? errorToastMs : infoToastMs
  const durationMs = options.action === undefined ? plainMs : actionToastMs
  const toast: Toast = { id: lastId, kind, text, durationMs, ...options }
  if (toast.isGeneral !== true) saidAt[kind] = Date.now()
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((each) => !givesWay(each, toast)), toast].slice(-toastsMax),
  }))
  return toast.id
}

/** True if another toast about the same action is more specific. Only a failure replaces a failure. */
function givesWay(one: Toast, other: Toast): boolean {
  return one.isGeneral === true && other.isGeneral !== true && (one.kind !== 'error' || other.kind === 'error')
}

/** Actions show their own message within this time after their call. */
const ownSentenceMs = 150

/**
 * Shows a generic success or failure, unless the action shows its own message: one toast per action.
 *
 * @param since  when the call began, in milliseconds since the epoch
 */
export function generalToast(kind: 'success' | 'error', text: Sentence, since: number): void {
  setTimeout(() => {
    const isSaid = saidAt.error >= since || (kind === 'success' && Math.max(saidAt.success, saidAt.info) >= since)
    if (!isSaid) show(kind, text, { durationMs: infoToastMs, isGeneral: true })
  }, ownSentenceMs)
}

/** Short messages at the lower right. Never the only place of an error that the user can fix on the screen. */
export const toast = {
  success: (text: Sentence, options: ToastOptions = {}) => show('success', text, options),
  info: (text: Sentence, options: ToastOptions = {}) => show('info', text, options),
  error: (text: Sentence, options: ToastOptions = {}) => show('error', text, options),
  close: (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) })),
}
