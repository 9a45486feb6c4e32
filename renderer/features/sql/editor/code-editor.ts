import {
  autocompletion,
  completionKeymap,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { historyField } from '@codemirror/commands'
import { LanguageSupport } from '@codemirror/language'
import { setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, type KeyBinding } from '@codemirror/view'
import { iconPaths } from '@renderer/cells'
import { codeBasics, codeLook, codeWords } from '@renderer/features/code'
import { t } from '@renderer/i18n'
import { completionsAt, type KnownSchema, type SqlCompletion, type SqlCompletionKind } from './completions'
import { keywordsOf, type SqlLanguageFacts } from './languages'
import { snippetCompletions } from './snippets'

export interface SqlEditorOptions {
  readonly language: SqlLanguageFacts
  /** Returns the current names of the database. */
  readonly schema: () => KnownSchema
  /** Accessible name of the text field. */
  readonly label: string
  readonly keys: readonly KeyBinding[]
  readonly onChange: (text: string) => void
  readonly onSelection: (selection: TextSpan) => void
}

/** A part of the text. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** A problem at its place. */
export interface SqlMark extends TextSpan {
  readonly message: string
}

/**
 * Creates the state of an editor for one query.
 *
 * @param memory  result of `rememberedState`: its caret and undo history, if it is about the same text
 */
export function sqlEditorState(text: string, options: SqlEditorOptions, memory?: unknown): EditorState {
  const extensions = extensionsOf(options)
  if (isMemoryOf(memory, text)) return EditorState.fromJSON(memory, { extensions }, fields)
  return EditorState.create({ doc: text, extensions })
}

const fields = { history: historyField }

/** Returns caret and undo history of an editor as data. */
export function rememberedState(state: EditorState): unknown {
  return state.toJSON(fields)
}

const isMemoryOf = (memory: unknown, text: string): boolean =>
  typeof memory === 'object' && memory !== null && 'doc' in memory && memory.doc === text

function extensionsOf({ language, schema, label, keys, onChange, onSelection }: SqlEditorOptions): Extension {
  const keywords = keywordsOf(language)
  const source = (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString()
    const found = completionsAt({
      text,
      caret: context.pos,
      schema: schema(),
      language,
      keywords,
      isAsked: context.explicit,
    })
    if (found === undefined) return null
    const isQualified = text[found.from - 1] === '.'
    return {
      from: found.from,
      options: [...found.options.map(shownCompletion), ...(isQualified ? [] : snippetCompletions())],
      validFor: /^[\p{L}\p{N}_]*$/u,
    }
  }
  return [
    Prec.highest(keymap.of([...keys])),
    codeBasics,
    codeLook,
    codeWords(label),
    new LanguageSupport(language.grammar.language),
    autocompletion({
      override: [source],
      icons: false,
      addToOptions: [{ render: iconOf, position: 20 }],
      activateOnTypingDelay: 60,
      maxRenderedOptions: 60,
    }),
    keymap.of(completionKeymap),
    // A dot offers the columns of the table before it at once.
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
      if (update.docChanged || update.selectionSet) {
        const { from, to } = update.state.selection.main
        onSelection({ from, to })
      }
      const isDot = update.transactions.some(
        (transaction) =>
          transaction.isUserEvent('input.type') &&
          update.state.sliceDoc(update.state.selection.main.head - 1, update.state.selection.main.head) === '.',
      )
      if (isDot) startCompletion(update.view)
    }),
  ]
}

function shownCompletion({ label, kind, apply, caret, detail, note, rank }: SqlCompletion): Completion {
  const words = note === undefined ? [] : [t(note.key, { name: note.name ?? '' })]
  return {
    label,
    type: kind,
    detail: [...(detail === undefined ? [] : [detail]), ...words].join(' · '),
    boost: rank * 10,
    ...(caret !== undefined && apply !== undefined
      ? { apply: (view, _, from, to) => insert(view, { from, to }, apply, caret) }
      : apply !== undefined && { apply }),
  }
}

function insert(view: EditorView, { from, to }: TextSpan, text: string, caret: number): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + caret },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

const icons: Readonly<Record<SqlCompletionKind | 'snippet', string>> = {
  column: iconPaths.alignLeft,
  key: iconPaths.key,
  table: iconPaths.table,
  view: iconPaths.eye,
  alias: iconPaths.link,
  function: iconPaths.mathFunction,
  keyword: iconPaths.letterCase,
  schema: iconPaths.cube,
  snippet: iconPaths.braces,
}
const isKind = (type: string): type is keyof typeof icons => Object.hasOwn(icons, type)

function iconOf({ type = '' }: Completion): Node {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const attributes = {
    viewBox: '0 0 24 24',
    width: '14',
    height: '14',
    fill: 'none',
    stroke: 'var(--t3)',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value)
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', isKind(type) ? icons[type] : '')
  picture.append(path)
  return picture
}

/** Marks problems at their characters; an empty list removes all marks. */
export function markProblems(view: EditorView, marks: readonly SqlMark[]): void {
  const { length } = view.state.doc
  const diagnostics = marks.map(({ from, to, message }): Diagnostic => {
    const start = Math.max(0, Math.min(from, length))
    return { from: start, to: Math.max(start, Math.min(to, length)), severity: 'error', message }
  })
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

/** Replaces the whole text as one undo step. The caret stays as near as possible. */
export function replaceText(view: EditorView, text: string, span?: TextSpan): void {
  const { from, to } = span ?? { from: 0, to: view.state.doc.length }
  if (view.state.sliceDoc(from, to) === text) return
  const head = Math.min(view.state.selection.main.head, from + text.length)
  view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: head }, userEvent: 'input.format' })
}

/** Moves the caret to a place and shows it. */
export function goTo(view: EditorView, { from, to }: TextSpan): void {
  const { length } = view.state.doc
  const anchor = Math.min(from, length)
  view.dispatch({ selection: { anchor, head: Math.min(to, length) }, scrollIntoView: true })
  view.focus()
}
