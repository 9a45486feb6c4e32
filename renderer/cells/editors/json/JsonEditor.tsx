import { jsonTreeText, readJsonTree, type JsonNode } from '@common/columns/values/json-tree'
import { useTranslation } from '@renderer/i18n'
import { useState } from 'react'
import type { CellEditorProps } from '../editor'
import { Lines } from '../LongTextEditor'
import { JsonTree } from './JsonTree'
import styles from './json.module.css'
import { JsonProblem } from './JsonProblem'

/** Edits JSON as a tree or as text. Typing into a cell starts as text; an opened object or list starts as a tree. */
export function JsonEditor(props: CellEditorProps) {
  const { typed, text, onDraft } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => typed ?? laidOut(text))
  const [root, setRoot] = useState<JsonNode | undefined>(() => (typed === undefined ? branches(text) : undefined))
  const read = readJsonTree(draft)
  const change = (next: string): void => {
    setDraft(next)
    onDraft({ kind: 'text', text: next })
  }
  const showText = (): void => {
    if (root) setDraft(jsonTreeText(root, 2))
    setRoot(undefined)
  }
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
  return (
    <div className={styles.editor}>
      {root ? (
        <JsonTree
          {...props}
          root={root}
          onRoot={(next) => {
            setRoot(next)
            change(jsonTreeText(next))
          }}
        />
      ) : (
        <Lines {...props} initial={draft} mono onText={setDraft} />
      )}
      <div className={styles.foot}>
        {root ? (
          <span className={styles.hint}>{t('cells.json.keys')}</span>
        ) : (
          <JsonProblem text={draft} read={read} isRefused={props.problemId !== undefined} />
        )}
        <button
          type="button"
          tabIndex={-1}
          className={styles.switch}
          disabled={!root && !read.ok}
          title={root || read.ok ? undefined : t('cells.json.notTree')}
          onPointerDown={keepFocus}
          onClick={() => (root ? showText() : read.ok && setRoot(read.node))}
        >
          {t(root ? 'cells.json.asText' : 'cells.json.asTree')}
        </button>
      </div>
    </div>
  )
}

/** Objects and lists have a tree worth showing. */
function branches(text: string): JsonNode | undefined {
  const read = readJsonTree(text)
  return read.ok && read.node.kind !== 'scalar' ? read.node : undefined
}

/** Indents JSON of several lines. Returns invalid JSON unchanged. */
function laidOut(text: string): string {
  const read = readJsonTree(text)
  return read.ok ? jsonTreeText(read.node, 2) : text
}
