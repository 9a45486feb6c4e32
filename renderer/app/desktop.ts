import { onCommandsChange } from '@renderer/actions'
import { desktop, live, queryClient, sentenceOf, unwrap } from '@renderer/api'
import { followOpenings } from '@renderer/features/openings'
import { useTabs } from '@renderer/features/tabs'
import { sentence } from '@renderer/i18n'
import { checkConnection, toast, useUsers, useWindows } from '@renderer/stores'
import { nativeMenus } from './native-menus'
import { windowMemory } from './window-memory'

/**
 * Joins the page and the desktop shell: openings, menus, content of the window, saved files, sleep.
 *
 * @param onNavigated  calls back after each navigation
 */
export function followDesktop(onNavigated: (listener: () => void) => void): void {
  const shell = desktop()
  if (shell === undefined) return
  const showMenus = nativeMenus(shell)
  const remember = windowMemory(shell)
  onNavigated(() => {
    showMenus()
    remember()
  })
  useTabs.subscribe(() => {
    showMenus()
    remember()
  })
  onCommandsChange(showMenus)
  useUsers.subscribe(showMenus)
  // Keys and language.
  useWindows.subscribe(showMenus)
  queryClient.getQueryCache().subscribe(showMenus)
  // Commands need a selection, for example, which changes with each action of the user.
  for (const event of ['keyup', 'pointerup'])
    window.addEventListener(event, showMenus, { capture: true, passive: true })

  shell.onResumed(() => {
    live.wake()
    void checkConnection()
  })
  shell.onFileSaved(({ id, name }) => {
    const show = (): void =>
      void unwrap(shell.reveal({ what: 'saved', id })).catch((error: unknown) => toast.error(sentenceOf(error)))
    toast.success(sentence('app.fileSaved', { name }), { action: { label: sentence('app.showInFolder'), run: show } })
  })
  followOpenings(shell)
}
