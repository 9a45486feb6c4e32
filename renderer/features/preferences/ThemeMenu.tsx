import { useTranslation, withTexts } from '@renderer/i18n'
import { IconButton, later, Menu } from '@renderer/ui'

const ThemeItems = later(async () => (await withTexts(import('./ThemeItems'), ['preferences'])).ThemeItems)

/** Chooses a palette (S1 §2: theme toggle). Its entries load when it opens. */
export function ThemeMenu({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Menu align="end" width={200} target={<IconButton className={className} icon="palette" label={t('app.themes')} />}>
      <ThemeItems />
    </Menu>
  )
}
