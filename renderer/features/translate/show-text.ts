import { i18n } from '@renderer/i18n'

/**
 * Shows a text wherever the page shows its key, from the next render on. A namespace that isn't loaded stays so: with one
 * text, it would count as loaded.
 */
export function showText(language: string, key: string, text: string): void {
  const [namespace = '', ...path] = key.split('.')
  if (!i18n.hasResourceBundle(language, namespace)) return
  i18n.addResource(language, namespace, path.join('.'), text, { silent: true })
}

/** Every component that shows sentences renders again. */
export const renderAgain = (): void => i18n.emit('languageChanged', i18n.language)
