import { releaseAlertDelayMs } from '@common/constants'
import { withTexts } from '@renderer/i18n'
import { useUpgrade } from '@renderer/stores'
import { later } from '@renderer/ui'
import { useEffect, useState } from 'react'

const ReleaseMenu = later(async () => (await withTexts(import('./ReleaseMenu'), ['updates'])).ReleaseMenu)

/** Shows the alert of a newer version one second after it is known (S1 §4), until the user hides it. */
export function ReleasePlace() {
  const version = useUpgrade()
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (version === undefined) return undefined
    const timer = setTimeout(setShown, releaseAlertDelayMs, version)
    return () => clearTimeout(timer)
  }, [version])
  return version === undefined || shown !== version ? null : <ReleaseMenu version={version} />
}
