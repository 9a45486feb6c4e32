import { DirectionProvider, MantineProvider } from '@mantine/core'
import { queryClient } from '@renderer/api'
import { useSetting } from '@renderer/stores'
import { cssVariables, themeOf } from '@renderer/ui/theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RouterProvider, type createHashRouter } from 'react-router-dom'
import { LastResort } from './LastResort'
import { useAppearance } from './use-appearance'

/** Theme, server data, pages. A changed language renders them again (`renderer/i18n/language.tsx`). */
export function App({ router }: { readonly router: ReturnType<typeof createHashRouter> }) {
  const scheme = useAppearance()
  const name = useSetting('themeName')
  const custom = useSetting('customTheme')
  const followsSystemMotion = useSetting('reducedMotion') !== 'off'
  const theme = useMemo(
    () => themeOf({ name, custom, scheme, followsSystemMotion }),
    [name, custom, scheme, followsSystemMotion],
  )
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} forceColorScheme={scheme} cssVariablesResolver={cssVariables}>
        <LastResort>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LastResort>
      </MantineProvider>
    </DirectionProvider>
  )
}
