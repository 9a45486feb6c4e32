import english from '@locales/en.json'

/** Texts of the shell itself: its menu, its dialogs, its error page. */
export type DesktopText = keyof typeof english.desktop

/** A text of the section `desktop`, with its `{{names}}` filled. */
export function desktopText(key: DesktopText, values: Readonly<Record<string, string | number>> = {}): string {
  return english.desktop[key].replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => String(values[name] ?? all))
}
