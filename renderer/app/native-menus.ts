import type { Bridge, MenuState } from '@common/bridge'
import type { ProjectListEntry } from '@common/operations/projects'
import { menuCommands } from '@renderer/actions'
import { operationKey, queryClient } from '@renderer/api'

const sendAfterMs = 200
const projectsMax = 5
/** Characters of a title that menus take. */
const titleMax = 200

/** Tells the shell which commands the native menus show. Call the result after anything that may change them. */
export function nativeMenus(shell: Bridge): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent = ''
  const send = (): void => {
    timer = undefined
    const state: MenuState = { commands: menuCommands(), projects: lastProjects() }
    const text = JSON.stringify(state)
    if (text === sent) return
    sent = text
    // Keys and palette work without menus.
    shell.menuChanged(state).catch(() => undefined)
  }
  return () => {
    timer ??= setTimeout(send, sendAfterMs)
  }
}

/** Projects of this user, as far as they are loaded. */
function lastProjects(): MenuState['projects'] {
  const list = queryClient.getQueryData<readonly ProjectListEntry[]>(operationKey('projectList', {})) ?? []
  return list
    .toSorted((one, other) => (other.opened_at ?? '').localeCompare(one.opened_at ?? ''))
    .slice(0, projectsMax)
    .map(({ id, title }) => ({ id, title: title.slice(0, titleMax) }))
}
