import type { OperationName } from '@common/operations'
import { sentence, type Sentence, type TranslationKey } from '@renderer/i18n'

/** Returns the words of a command: `operations.<name>.type` and `.module`. */
export function commandWords(name: OperationName): { readonly type: Sentence; readonly module: Sentence } {
  const word = (part: 'type' | 'module'): Sentence =>
    sentence(`operations.${name}.${part}` as TranslationKey & 'operations.roleCreate.type')
  return { type: word('type'), module: word('module') }
}
