import type { MessageParams } from '@common/messages'
import type { desktop } from '@locales/english'
import { loadTexts, rendererOf } from './languages'

/** Texts of the desktop shell: menu, dialogs, error page. */
export type DesktopText = keyof typeof desktop

let language = 'en'

/** Sets the language of the desktop shell: its texts load first. */
export async function speak(next: string): Promise<void> {
  await loadTexts(next)
  language = next
}

/** Returns the language of the desktop shell. */
export const spokenLanguage = (): string => language

/** Returns a text of the namespace `desktop`, filled with its values. */
export function desktopText(key: DesktopText, values: MessageParams = {}): string {
  return rendererOf(language).render({ key: `desktop.${key}`, params: values })
}
