import { useMemo, useSyncExternalStore } from 'react'

/** A token's value as the page has it now, e.g. `token('--t1')` → `#171A1F`. For canvas, where CSS does not reach. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

const schemeAttribute = 'data-mantine-color-scheme'

/** Changes with all that a canvas reads: colours, font size, density. */
const lookAttribute = 'data-look'

const onChangeOf =
  (attribute: string) =>
  (listener: () => void): (() => void) => {
    const observer = new MutationObserver(listener)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: [attribute] })
    return () => observer.disconnect()
  }
const onSchemeChange = onChangeOf(schemeAttribute)
const onLookChange = onChangeOf(lookAttribute)

/** Returns a text that differs for each look of the page: theme, scheme, font size, density. */
export function useShownLook(): string {
  return useSyncExternalStore(onLookChange, () => document.documentElement.getAttribute(lookAttribute) ?? '')
}

/** Returns the colour scheme of the page once its tokens are applied; the user's choice precedes them. */
export function useShownScheme(): 'light' | 'dark' {
  return useSyncExternalStore(onSchemeChange, () =>
    document.documentElement.getAttribute(schemeAttribute) === 'dark' ? 'dark' : 'light',
  )
}

/** Returns values of tokens. Reads them again when the theme changes. */
export function useTokens<const Names extends Readonly<Record<string, `--${string}`>>>(
  names: Names,
): Readonly<Record<keyof Names, string>> {
  const look = useShownLook()
  return useMemo(() => {
    // The page has other values in each look.
    void look
    return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, token(name)])) as Record<
      keyof Names,
      string
    >
  }, [look, names])
}
