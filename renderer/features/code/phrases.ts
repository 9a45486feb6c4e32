import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { t } from '@renderer/i18n'

const words = new Compartment()

/** The words of an editor in the language of the page: its accessible name and the texts of the editor package. */
export const codeWords = (label: string): Extension => words.of(wordsOf(label))

/** Gives an editor its words in another language. Text, caret and undo history stay. */
export const changeWords = (view: EditorView, label: string): void =>
  view.dispatch({ effects: words.reconfigure(wordsOf(label)) })

const wordsOf = (label: string): Extension => [codePhrases(), EditorView.contentAttributes.of({ 'aria-label': label })]

/** The texts of the editor package, such as those of its find bar. */
function codePhrases(): Extension {
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
