import { useTranslation, withTexts } from '@renderer/i18n'
import { Button, later, Popover } from '@renderer/ui'
import { useState } from 'react'
import type { ShareLinkProps } from './ShareLink'

const ShareLink = later(async () => (await withTexts(import('./ShareLink'), ['shares'])).ShareLink)

/** The button "Share view" with the link of the view. */
export function SharePopover(props: ShareLinkProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const label = t(props.isForm === true ? 'grid.toolbar.shareForm' : 'grid.toolbar.share')
  return (
    <Popover
      width={440}
      align="end"
      label={label}
      opened={opened}
      onChange={setOpened}
      target={
        <Button kind="quiet" icon="link" onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      }
    >
      {opened && <ShareLink {...props} />}
    </Popover>
  )
}
