import { useTranslation } from '@renderer/i18n'
import { guardSignOut, isListed, useUnsaved, watchUnsaved } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useEffect, useState } from 'react'

/** Saves unsaved edits across reloads, and asks before the user leaves them behind. */
export function UnsavedPlace() {
  const { t } = useTranslation()
  const count = useUnsaved(({ edits }) => edits.filter(isListed).length)
  const isStaged = useUnsaved(({ edits }) => edits.some(({ state }) => state === 'staged'))
  const [answer, setAnswer] = useState<(leave: boolean) => void>()
  useEffect(watchUnsaved, [])
  useEffect(() => {
    if (count === 0) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const stop = guardSignOut(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => {
      window.removeEventListener('beforeunload', ask)
      stop()
    }
  }, [count])
  if (answer === undefined) return null
  const give = (leave: boolean): void => {
    answer(leave)
    setAnswer(undefined)
  }
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('unsaved.signOut.title', { count })}
      action={t('unsaved.signOut.action')}
      onSubmit={() => give(true)}
      onClose={() => give(false)}
    >
      <p>{t(isStaged ? 'unsaved.signOut.staged' : 'unsaved.signOut.text')}</p>
    </ConfirmDialog>
  )
}
