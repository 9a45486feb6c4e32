import { errorToastMs, infoToastMs } from '@common/constants'
import { create } from 'zustand'

/** Toasts seen at once (ui.md §7); the oldest goes when a fourth comes. */
export const toastsMax = 3

export type ToastKind = 'success' | 'info' | 'error'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly detail?: string | undefined
  readonly durationMs: number
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

export type ToastOptions = Partial<Pick<Toast, 'detail' | 'durationMs' | 'action'>>

interface ToastsState {
  readonly toasts: readonly Toast[]
}

export const useToasts = create<ToastsState>(() => ({ toasts: [] }))

let lastId = 0

function show(kind: ToastKind, text: string, options: ToastOptions): number {
  lastId += 1
  const toast: Toast = { id: lastId, kind, text, durationMs: kind === 'error' ? errorToastMs : infoToastMs, ...options }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-toastsMax) }))
  return toast.id
}

/** Short sentences lower right. Never the only place of an error that can be mended on the screen. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => show('success', text, options),
  info: (text: string, options: ToastOptions = {}) => show('info', text, options),
  error: (text: string, options: ToastOptions = {}) => show('error', text, options),
  close: (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) })),
}
