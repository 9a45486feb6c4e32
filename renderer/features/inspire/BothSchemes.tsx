import { coloursOf, themeTokens } from '@common/settings'
import { MantineProvider } from '@mantine/core'
import { useSetting } from '@renderer/stores'
import { cssVariables, themeOf } from '@renderer/ui/theme'
import { useId, useState, type CSSProperties, type ReactNode } from 'react'
import styles from './inspire.module.css'
import type { SampleProps } from './types'

type Scheme = SampleProps['scheme']

export interface BothSchemesProps {
  readonly children: (scheme: Scheme) => ReactNode
}

/** Draws its content twice: in the light and in the dark theme, whatever the theme of the page. */
export function BothSchemes({ children }: BothSchemesProps) {
  return (
    <div className={styles.both}>
      <OneScheme scheme="light">{children}</OneScheme>
      <OneScheme scheme="dark">{children}</OneScheme>
    </div>
  )
}

function OneScheme({ scheme, children }: BothSchemesProps & { readonly scheme: Scheme }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [over, setOver] = useState<HTMLDivElement | null>(null)
  const boxId = useId()
  const name = useSetting('themeName')
  const custom = useSetting('customTheme')
  const tokens = themeTokens(coloursOf(name, custom), scheme) as CSSProperties
  // Menus and dialogs open inside the box, and so in its theme.
  const portal = { Portal: { defaultProps: { target: over ?? undefined } } }
  const theme = { ...themeOf({ name, custom, scheme, followsSystemMotion: true }), components: portal }
  return (
    <div ref={setBox} className={styles.scheme} style={tokens} data-tokens={scheme} data-box={boxId}>
      {box !== null && over !== null && (
        <MantineProvider
          theme={theme}
          forceColorScheme={scheme}
          cssVariablesResolver={cssVariables}
          cssVariablesSelector={`[data-box="${boxId}"]`}
          deduplicateCssVariables={false}
          getRootElement={() => box}
        >
          <div className={styles.samples}>{children(scheme)}</div>
        </MantineProvider>
      )}
      <div ref={setOver} className={styles.over} />
    </div>
  )
}
