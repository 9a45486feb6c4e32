import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'

/** A token's value as the page has it now, e.g. `token('--t1')` → `#171A1F`. For canvas, where CSS does not reach. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** Values of tokens, read anew when the theme changes. */
export function useTokens<const Names extends Readonly<Record<string, `--${string}`>>>(
  names: Names,
): Readonly<Record<keyof Names, string>> {
  const scheme = useComputedColorScheme()
  return useMemo(
    () =>
      Object.fromEntries(Object.entries(names).map(([key, name]) => [key, token(name)])) as Record<keyof Names, string>,
    // The scheme is no input of the function but decides what the page answers.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [scheme, names],
  )
}
