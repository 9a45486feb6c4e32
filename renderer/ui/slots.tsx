import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Creates a slot of the frame that the page fills: project name, buttons of the app bar. */
function createSlot() {
  let element: HTMLElement | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function place(to: HTMLElement | null): void {
    element = to
    for (const listener of listeners) listener()
  }

  /** Where it is shown. */
  function Outlet({ className }: { readonly className?: string | undefined }) {
    return <div ref={place} className={className} />
  }

  /** Shows its children in the slot while the page is mounted. */
  function Fill({ children }: { readonly children: ReactNode }) {
    const target = useSyncExternalStore(subscribe, () => element)
    return target === null ? null : createPortal(children, target)
  }

  return { Outlet, Fill }
}

/** App bar, after the brand: project name and environment. */
export const AppBarStart = createSlot()
/** Slot in the app bar, before the bell: buttons of the page. */
export const AppBarEnd = createSlot()
