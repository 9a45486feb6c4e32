import { EditorState, type Extension } from '@codemirror/state'
import { t } from '@renderer/i18n'

/** The texts of the editor package, such as those of its find bar, in the language of the page. */
export function codePhrases(): Extension {
  return EditorState.phrases.of({
    Find: t('code.find'),
    Replace: t('code.replace'),
    next: t('code.next'),
    previous: t('code.previous'),
    all: t('code.all'),
    'match case': t('code.matchCase'),
    regexp: t('code.regexp'),
    'by word': t('code.byWord'),
    replace: t('code.replaceOne'),
    'replace all': t('code.replaceAll'),
    close: t('code.close'),
    'current match': t('code.currentMatch'),
    'on line': t('code.onLine'),
    'replaced match on line $': t('code.replacedMatch'),
    'replaced $ matches': t('code.replacedMatches'),
    'Go to line': t('code.goToLine'),
    go: t('code.go'),
    Completions: t('code.completions'),
    'Selection deleted': t('code.selectionDeleted'),
    'Control character': t('code.controlCharacter'),
    'Fold line': t('code.fold'),
    'Unfold line': t('code.unfold'),
  })
}
