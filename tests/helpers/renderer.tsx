import { MantineProvider } from '@mantine/core'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Adds the APIs that jsdom lacks and the interface kit needs. */
export function preparePage(): void {
  window.matchMedia ??= (media) =>
    ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as unknown as typeof ResizeObserver
  if (!('fonts' in document)) Object.assign(document, { fonts: { ready: Promise.resolve() } })
  if (!('mark' in performance)) Object.assign(performance, { mark: () => undefined })
  if (!('scrollTo' in Element.prototype)) Object.assign(Element.prototype, { scrollTo: () => undefined })
  if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView: () => undefined })
}

preparePage()

/** Renders a part of the interface without animations. */
export function draw(children: ReactNode): RenderResult {
  return render(<MantineProvider env="test">{children}</MantineProvider>)
}
