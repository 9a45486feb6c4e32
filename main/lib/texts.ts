import { formatMessage, type MessageParams } from '@common/messages'
import { desktop } from '@locales/english'

/** Texts of the desktop shell: menu, dialogs, error page. */
export type DesktopText = keyof typeof desktop

/** Returns a text of the namespace `desktop`, filled with its values. */
export function desktopText(key: DesktopText, values: MessageParams = {}): string {
  return formatMessage(desktop[key], values, 'en')
}
