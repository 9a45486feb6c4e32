import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { EditorState, Prec, StateEffect, StateField, type Range } from '@codemirror/state'
import { Decoration, EditorView, keymap, WidgetType, type DecorationSet } from '@codemirror/view'
import styles from './formula.module.css'
import { formulaPieces } from './formula-text'

/** The editor's contents beside the text, and its accessibility attributes. */
export interface EditorFacts {
  /** Titles of the columns that can be used. */
  readonly columns: readonly string[]
  readonly problem: { readonly from: number; readonly to: number } | undefined
  /** Attributes of the field for assistive technology. */
  readonly attributes: Readonly<Record<string, string>>
}

export interface FormulaEditorOptions {
  readonly parent: HTMLElement
  readonly value: string
  readonly facts: EditorFacts
  /** The text or the caret has changed. */
  readonly onChange: (text: string, caret: number) => void
  readonly onFocus: (focused: boolean) => void
  /** Handles a key for the list of completions; returns true if it did. */
  readonly onKey: (key: EditorKey) => boolean
}
export type EditorKey = 'ask' | 'take' | 'down' | 'up' | 'dismiss'

const keys: Readonly<Record<string, EditorKey>> = {
  'Ctrl-Space': 'ask',
  Enter: 'take',
  Tab: 'take',
  ArrowDown: 'down',
  ArrowUp: 'up',
  Escape: 'dismiss',
}

/** Creates a CodeMirror editor for a formula, with highlighting and underlined problems. Has no styles of its own. */
export function createFormulaEditor(options: FormulaEditorOptions): EditorView {
  const bindings = Object.entries(keys).map(([key, name]) => ({
    key,
    run: () => options.onKey(name),
    stopPropagation: true,
  }))
  return new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.value,
      selection: { anchor: options.value.length },
      extensions: [
        shownFacts.init(() => options.facts),
        history(),
        Prec.highest(keymap.of(bindings)),
        keymap.of([{ key: 'Mod-Enter', run: submit, stopPropagation: true }, ...standardKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.decorations.compute(['doc', shownFacts], drawn),
        EditorView.contentAttributes.compute([shownFacts], (state) => ({ ...state.field(shownFacts).attributes })),
        EditorView.updateListener.of((update) => {
          if (update.docChanged || update.selectionSet)
            options.onChange(update.state.doc.toString(), update.state.selection.main.head)
        }),
        EditorView.domEventHandlers({ focus: () => options.onFocus(true), blur: () => options.onFocus(false) }),
      ],
    }),
  })
}

/** Draws the editor with other facts. */
export function tellFacts(view: EditorView, facts: EditorFacts): void {
  view.dispatch({ effects: changeFacts.of(facts) })
}

/** Replaces the editor's text with a formula from elsewhere. With a caret, the change is one undo step. */
export function writeFormula(view: EditorView, text: string, caret?: number): void {
  if (view.state.doc.toString() !== text)
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: caret ?? Math.min(view.state.selection.main.head, text.length) },
      scrollIntoView: true,
      userEvent: 'input.complete',
    })
}

const changeFacts = StateEffect.define<EditorFacts>()
const shownFacts = StateField.define<EditorFacts>({
  create: () => ({ columns: [], problem: undefined, attributes: {} }),
  update: (facts, { effects }) => effects.find((effect) => effect.is(changeFacts))?.value ?? facts,
})

function submit(view: EditorView): boolean {
  view.dom.closest('form')?.requestSubmit()
  return true
}

function drawn(state: EditorState): DecorationSet {
  const { columns, problem } = state.field(shownFacts)
  const text = state.doc.toString()
  const ranges: Range<Decoration>[] = formulaPieces(text, columns)
    .filter(({ kind }) => kind !== 'plain')
    .map((piece) => marks[piece.kind].range(piece.from, piece.from + piece.text.length))
  if (problem === undefined) return Decoration.set(ranges)
  const to = Math.min(problem.to, text.length)
  // If something is missing, underline its place.
  if (problem.from >= to) ranges.push(missing.range(Math.min(problem.from, text.length)))
  else ranges.push(wrong.range(problem.from, to))
  return Decoration.set(ranges, true)
}

const marks = {
  function: Decoration.mark({ class: styles.function ?? '' }),
  column: Decoration.mark({ class: styles.column ?? '' }),
  text: Decoration.mark({ class: styles.quoted ?? '' }),
  number: Decoration.mark({ class: styles.number ?? '' }),
  plain: Decoration.mark({ class: styles.plain ?? '' }),
}
const wrong = Decoration.mark({ class: styles.wrong ?? '', attributes: { 'data-wrong': '' } })

class MissingPlace extends WidgetType {
  override eq(): boolean {
    return true
  }
  toDOM(): HTMLElement {
    const place = document.createElement('span')
    place.className = styles.wrong ?? ''
    place.textContent = '\u00a0'
    return place
  }
}
const missing = Decoration.widget({ widget: new MissingPlace(), side: 1 })
