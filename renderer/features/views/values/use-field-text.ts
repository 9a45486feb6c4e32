import { useLanguage } from '@renderer/i18n'
import { useState } from 'react'

/**
 * Returns the text of a field for a value, and a function for a typed text. Another language writes a valid value again;
 * an invalid text stays as the user typed it.
 *
 * @param show  returns the value as the language of the page writes it
 */
export function useFieldText<Value>(
  value: Value | null | undefined,
  show: (value: Value) => string,
): readonly [text: string, type: (text: string) => void] {
  const language = useLanguage()
  const shown = (): string => (value === undefined || value === null ? '' : show(value))
  const [typed, setTyped] = useState(() => ({ text: shown(), language }))
  const text = typed.language === language ? typed.text : shown() || typed.text
  return [text, (next) => setTyped({ text: next, language })]
}
