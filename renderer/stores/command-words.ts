import type { OperationName } from '@common/operations'
import { t, type TranslationKey } from '@renderer/i18n'

/** Returns the words of a command: `operations.<name>.type` and `.module`. */
export function commandWords(name: OperationName): { readonly type: string; readonly module: string } {
  const word = (part: 'type' | 'module'): string =>
    t(`operations.${name}.${part}` as TranslationKey & 'operations.roleCreate.type')
  return { type: word('type'), module: word('module') }
}
