import { useLayoutEffect, useState } from 'react'

/**
 * Returns the focus to the previous element when a dialog unmounts, because the modal does so only when it closes. Doesn't
 * move a focus that has gone elsewhere meanwhile. A microtask runs before the next key, so that nothing typed is lost.
 *
 * @param opened  false if the dialog mounts closed: then the modal returns the focus
 */
export function useFocusBack(opened = true): void {
  const [before] = useState(() => (opened ? document.activeElement : null))
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        const isLost = (document.activeElement ?? document.body) === document.body
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      }),
    [before],
  )
}
