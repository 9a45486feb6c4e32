import { isMac } from '@renderer/ui'

/** Returns the chord of a command of the editor: Command+Control on a Mac, Alt+Shift elsewhere (S2 §9). */
export const editorKeys = (key: string, mac: boolean = isMac): string => (mac ? `Mod+Ctrl+${key}` : `Alt+Shift+${key}`)
