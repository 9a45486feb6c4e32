import { useEffect } from 'react'

/** Names the window after the page: `Projects · Basalt`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Basalt' : `${title} · Basalt`
  }, [title])
}
