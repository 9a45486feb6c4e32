import { useTranslation } from '@renderer/i18n'
import { guardSignOut } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { isDirty, useEditor } from './editor-store'

/** Asks before the user leaves unsaved changes behind: to another page, by signing out or by closing the window. */
export function LeaveGuard() {
  const { t } = useTranslation()
  const dirty = useEditor(isDirty)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty(useEditor.getState()) && currentLocation.pathname !== nextLocation.pathname,
  )
  const [answer, setAnswer] = useState<(leave: boolean) => void>()
  useEffect(() => {
    if (!dirty) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const stop = guardSignOut(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => {
      window.removeEventListener('beforeunload', ask)
      stop()
    }
  }, [dirty])
  if (blocker.state !== 'blocked' && answer === undefined) return null
  const give = (leave: boolean): void => {
    answer?.(leave)
    setAnswer(undefined)
    if (blocker.state !== 'blocked') return
    if (leave) blocker.proceed()
    else blocker.reset()
  }
  return (
    <ConfirmDialog
      opened
      isOnTop
      title={t('templateEditor.leave.title')}
      action={t('templateEditor.leave.action')}
      onSubmit={() => give(true)}
      onClose={() => give(false)}
    >
      <p>{t('templateEditor.leave.text')}</p>
    </ConfirmDialog>
  )
}
