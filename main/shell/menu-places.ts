import type { MenuCommand } from '@common/bridge'

/** Menus with commands of the page, in their order. */
export const menuNames = ['file', 'edit', 'view', 'table', 'record', 'go', 'window', 'help'] as const
export type MenuName = (typeof menuNames)[number]

/** The menu of a command, by the first part of its id: `view.filter` is in the menu View. Others are in Go. */
const menuOfArea: Readonly<Record<string, MenuName>> = {
  account: 'file',
  edit: 'edit',
  find: 'edit',
  staged: 'edit',
  sidebar: 'view',
  terminal: 'view',
  theme: 'view',
  view: 'view',
  column: 'table',
  export: 'table',
  table: 'table',
  rows: 'record',
  record: 'record',
  tabs: 'window',
  docs: 'help',
  help: 'help',
  why: 'help',
  import: 'file',
  profile: 'file',
  project: 'file',
  session: 'file',
  share: 'file',
}

/** Commands that have an entry of their own in the menus. */
const ownEntries = new Set(['window.new'])

/** Returns the commands of a menu, in the order of the page. */
export function commandsOf(menu: MenuName, commands: readonly MenuCommand[]): readonly MenuCommand[] {
  return commands.filter(({ id }) => !ownEntries.has(id) && (menuOfArea[id.split('.')[0] ?? ''] ?? 'go') === menu)
}

const names: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
}

/** Returns a chord such as `Mod+Shift+D` in the notation of the native menus; undefined if they can't show it. */
export function acceleratorOf(keys: string): string | undefined {
  const parts = keys.split(/(?<!^)\+(?!$)/)
  const key = parts.at(-1) ?? ''
  const isKnown = /^(?:[A-Z0-9]|F\d{1,2}|[!-/:-@[-`{-~])$/i.test(key) || key.startsWith('Arrow') || known.has(key)
  if (!isKnown) return undefined
  return parts.map((part) => (part === '+' ? 'Plus' : (names[part] ?? part))).join('+')
}

const known = new Set([
  'Space',
  'Tab',
  'Enter',
  'Escape',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/** True if a chord has no modifier: such a key types text, so a native menu must not take it. */
export const isBareKey = (keys: string): boolean =>
  !/(?:Mod|Ctrl|Alt)\+./.test(keys) && !/^(?:Shift\+)?F\d{1,2}$/.test(keys)
