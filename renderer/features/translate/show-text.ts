import { i18n } from '@renderer/i18n'

/** Shows a text wherever the page shows its key, from the next render on. */
export function showText(language: string, key: string, text: string): void {
  const [namespace = '', ...path] = key.split('.')
  i18n.addResource(language, namespace, path.join('.'), text, { silent: true })
}

/** Every component that shows sentences renders again. */
export const renderAgain = (): void => i18n.emit('languageChanged', i18n.language)
