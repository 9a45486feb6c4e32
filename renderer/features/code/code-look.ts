import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours of the parts of a language, from the tokens of the page: they follow the theme by themselves. */
const parts = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], color: 'var(--k-violet)' },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: 'var(--k-green)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--k-orange)' },
  { tag: [tags.comment, tags.meta], color: 'var(--t3)' },
  { tag: [tags.typeName, tags.standard(tags.name), tags.function(tags.variableName)], color: 'var(--k-blue)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--k-blue)' },
  { tag: tags.special(tags.name), color: 'var(--k-teal)' },
  { tag: tags.invalid, color: 'var(--err)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--t1)', fontSize: 'calc(13px * var(--text))' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.62', overscrollBehavior: 'contain' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--p)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--p)', borderLeftWidth: '1.5px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--t3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 12px 0 8px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--t1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--ring)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--c-amber)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--soft)', outline: '1px solid var(--p)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--errS)' },
  '.cm-searchMatch': { backgroundColor: 'var(--c-amber)', color: 'var(--k-amber)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--star)' },
  '.cm-panels': { backgroundColor: 'var(--side)', color: 'var(--t1)', fontFamily: 'var(--sans)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel input, .cm-textfield': {
    backgroundColor: 'var(--field)',
    border: '1px solid var(--line2)',
    borderRadius: '6px',
    color: 'var(--t1)',
    fontSize: '12px',
  },
  '.cm-panel button.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line2)',
    borderRadius: '6px',
    color: 'var(--t1)',
    fontSize: '12px',
  },
  '.cm-panel label': { fontSize: '12px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '0',
    borderRadius: '8px',
    boxShadow: 'var(--sh2)',
    color: 'var(--t1)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    maxHeight: '236px',
    padding: '4px',
    minWidth: '260px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '26px',
    padding: '0 8px',
    borderRadius: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--soft)',
    color: 'var(--t1)',
  },
  '.cm-completionMatchedText': { color: 'var(--pt)', fontWeight: '700', textDecoration: 'none' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '16px',
    color: 'var(--t3)',
    fontFamily: 'var(--sans)',
    fontSize: '11px',
    fontStyle: 'normal',
  },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', fontSize: '12px', padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--err)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--err)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--err)' },
})

/** The look of all code editors: font, colours of the theme, lists of completions and marked problems. */
export const codeLook: Extension = [look, syntaxHighlighting(parts)]

/**
 * Basics of every code editor: line numbers, undo, brackets, find (Ctrl+F), several carets.
 *
 * Tab indents. Escape, then Tab leaves the editor.
 */
export const codeBasics: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  dropCursor(),
  rectangularSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorView.contentAttributes.of({ spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
]
