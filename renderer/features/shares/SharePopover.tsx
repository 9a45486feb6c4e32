import { useTranslation, withTexts } from '@renderer/i18n'
import { Button, later, Popover } from '@renderer/ui'
import { useEffect, useState } from 'react'
import type { ShareLinkProps } from './ShareLink'
import { shareOpened, useIsShareWanted } from './wanted-share'

const ShareLink = later(async () => (await withTexts(import('./ShareLink'), ['shares'])).ShareLink)
const PocketDialog = later(async () => (await withTexts(import('./pocket/PocketDialog'), ['shares'])).PocketDialog)

/** The button "Share view" with the link of the view. */
export function SharePopover(props: ShareLinkProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const label = t(props.isForm === true ? 'grid.toolbar.shareForm' : 'grid.toolbar.share')
  const [isOnNetwork, setOnNetwork] = useState(false)
  const { projectId, table, view } = props
  const isWanted = useIsShareWanted({ projectId, table, view })
  useEffect(() => {
    if (!isWanted) return
    setOpened(true)
    shareOpened()
  }, [isWanted])
  return (
    <>
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
        {opened && (
          <ShareLink
            {...props}
            onPocket={() => {
              setOpened(false)
              setOnNetwork(true)
            }}
          />
        )}
      </Popover>
      {isOnNetwork && (
        <PocketDialog
          projectId={projectId}
          place={{ table, ...(view !== undefined && { view }) }}
          onClose={() => setOnNetwork(false)}
        />
      )}
    </>
  )
}
