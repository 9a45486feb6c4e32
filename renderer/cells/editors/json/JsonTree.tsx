import {
  jsonTreeText,
  nodeAt,
  nodeOfText,
  withKey,
  withNew,
  withNode,
  without,
  type JsonNode,
  type JsonPath,
} from '@common/columns/values/json-tree'
import { useTranslation } from '@renderer/i18n'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveOfKey, type CellEditorProps } from '../editor'
import { JsonLine } from './JsonLine'
import styles from './json.module.css'
import { closedAtFirst, linesAtMost, nearest, pathName, treeLines } from './tree-lines'

export interface JsonTreeProps extends CellEditorProps {
  readonly root: JsonNode
  readonly onRoot: (root: JsonNode) => void
}

/** The edited part of a line. */
type Part = 'key' | 'value'

/**
 * A tree of keys and values. Arrow keys move, expand and collapse; Enter edits the value, F2 the key, Insert adds,
 * Delete removes. Ctrl+Enter or Tab commits everything.
 */
export function JsonTree({ column, root, onRoot, problemId, onCommit, onCancel }: JsonTreeProps) {
  const { t } = useTranslation()
  const treeId = useId()
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState(() => closedAtFirst(root))
  const [current, setCurrent] = useState<JsonPath>([])
  const [part, setPart] = useState<Part>()
  const lines = treeLines(root, closed)
  const at = Math.max(
    0,
    lines.findIndex(({ path }) => pathName(path) === pathName(current)),
  )
  const line = lines[at]
  useLayoutEffect(() => tree.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (part === undefined) tree.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, part])

  const show = (path: JsonPath, open: boolean): void =>
    setClosed((before) => {
      const next = new Set(before)
      if (open) next.delete(pathName(path))
      else next.add(pathName(path))
      return next
    })
  const write = (path: JsonPath, which: Part): void => {
    setCurrent(path)
    setPart(which)
  }
  const add = (path: JsonPath): void => {
    const target = nodeAt(root, path)?.kind === 'scalar' ? path.slice(0, -1) : path
    const made = withNew(root, target)
    if (!made) return
    show(target, true)
    onRoot(made.root)
    write(made.path, nodeAt(root, target)?.kind === 'object' ? 'key' : 'value')
  }
  const remove = (path: JsonPath): void => {
    const next = without(root, path)
    onRoot(next)
    setCurrent(nearest(next, path))
  }
  const back = (): void => {
    setPart(undefined)
    tree.current?.focus({ preventScroll: true })
  }
  const written = (path: JsonPath, which: Part, text: string, goesOn: boolean): void => {
    if (which === 'key') onRoot(withKey(root, path, text))
    else onRoot(withNode(root, path, () => nodeOfText(text)))
    // The value follows the key.
    if (which === 'key' && goesOn && nodeAt(root, path)?.kind === 'scalar') setPart('value')
    else back()
  }

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || part !== undefined || !line) return
    const { path, node, isOpen } = line
    const isBranch = node.kind !== 'scalar'
    const move = event.key === 'Tab' ? moveOfKey(event) : undefined
    if (event.key === 'Escape') onCancel()
    else if (move || (event.key === 'Enter' && (event.ctrlKey || event.metaKey)))
      onCommit({ kind: 'text', text: jsonTreeText(root) }, move ?? 'down')
    else if (event.key === 'ArrowDown') setCurrent(lines[Math.min(lines.length - 1, at + 1)]?.path ?? path)
    else if (event.key === 'ArrowUp') setCurrent(lines[Math.max(0, at - 1)]?.path ?? path)
    else if (event.key === 'Home') setCurrent([])
    else if (event.key === 'End') setCurrent(lines.at(-1)?.path ?? path)
    else if (event.key === 'ArrowRight') {
      if (isBranch && !isOpen) show(path, true)
      else if (isBranch) setCurrent(lines[at + 1]?.path ?? path)
    } else if (event.key === 'ArrowLeft') {
      if (isBranch && isOpen) show(path, false)
      else setCurrent(path.slice(0, -1))
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (isBranch) show(path, !isOpen)
      else write(path, 'value')
    } else if (event.key === 'F2' && (line.isNamed || !isBranch)) write(path, line.isNamed ? 'key' : 'value')
    else if (event.key === 'Insert' || event.key === '+') add(path)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(path)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={tree}
      className={styles.tree}
      role="tree"
      tabIndex={0}
      dir="ltr"
      aria-label={column.title}
      aria-describedby={problemId}
      aria-activedescendant={`${treeId}-${pathName(current)}`}
      onKeyDown={press}
    >
      {lines.map((one) => {
        const name = pathName(one.path)
        const isCurrent = one === line
        return (
          <JsonLine
            key={name}
            id={`${treeId}-${name}`}
            line={one}
            isCurrent={isCurrent}
            writes={isCurrent ? part : undefined}
            onPoint={() => setCurrent(one.path)}
            onToggle={() => show(one.path, !one.isOpen)}
            onWrite={(which) => write(one.path, which)}
            onWritten={(which, text, goesOn) => written(one.path, which, text, goesOn)}
            onLeave={back}
            onAdd={() => add(one.path)}
            onRemove={() => remove(one.path)}
          />
        )
      })}
      {lines.length >= linesAtMost && <p className={styles.more}>{t('cells.json.more', { count: linesAtMost })}</p>}
    </div>
  )
}
