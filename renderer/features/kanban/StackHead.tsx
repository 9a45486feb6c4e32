import { isOverLimit } from '@common/views/kanban'
import { formatFacts, formatNumber, logicalKey, type Sentence, useTranslation } from '@renderer/i18n'
import { Avatar, IconButton, Menu, MenuDivider, MenuItem, classes } from '@renderer/ui'
import { useRef, useState, type PointerEvent } from 'react'
import styles from './kanban.module.css'
import { StackEditor, type StackChange } from './StackEditor'
import type { BoardStack } from './use-board'

export interface StackHeadProps {
  readonly stack: BoardStack
  /** Undefined if records can't be created. */
  readonly onAdd: ((stack: BoardStack) => void) | undefined
  readonly onOpenChange: (stack: BoardStack, open: boolean) => void
  /** Undefined if the user can't reorder the stacks. */
  readonly onMove: ((stack: BoardStack, by: 1 | -1) => void) | undefined
  readonly onPressHead: (event: PointerEvent<HTMLElement>, stack: BoardStack) => void
  /** Undefined if the user can't change the stack. */
  readonly onChange: ((stack: BoardStack, change: StackChange) => Promise<Sentence | undefined>) | undefined
  /** The name and colour can change: the stack is an option of the column. */
  readonly mayRename: boolean
}

/** Head of a stack: its name, number of cards and menu. Dragging it moves the stack. */
export function StackHead({ stack, onAdd, onOpenChange, onMove, onPressHead, onChange, mayRename }: StackHeadProps) {
  const { t } = useTranslation()
  const [isEdited, setEdited] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  /** The order of stacks and their limits are part of the view, so a locked view offers neither. */
  const mayArrange = onMove !== undefined
  const { name, count, limit, isOpen } = stack
  const isOver = isOverLimit(count, limit)
  const counted =
    limit === undefined || !isOpen
      ? formatNumber(count)
      : t('kanban.ofLimit', { count: formatNumber(count), limit: formatNumber(limit) })
  const spoken = limit === undefined ? t('kanban.cards', { count }) : t('kanban.cardsOfLimit', { count, limit })
  const label = (
    <span className={styles.label} data-look={stack.look} dir="auto" title={name} style={colours(stack)}>
      {stack.look === 'person' && <Avatar name={name} />}
      <span className={styles.labelText}>{name}</span>
    </span>
  )
  const handle = onMove ? (
    <button
      type="button"
      className={styles.handle}
      aria-label={t('kanban.moveStack', { stack: name })}
      title={isOpen ? t('kanban.moveStackHint') : undefined}
      data-handle
      onPointerDown={(event) => onPressHead(event, stack)}
      onKeyDown={(event) => {
        const across = { ArrowLeft: -1, ArrowRight: 1 } as const
        const by = across[logicalKey(event.key) as keyof typeof across] as 1 | -1 | undefined
        if (by === undefined) return
        event.preventDefault()
        onMove(stack, by)
      }}
    >
      {label}
    </button>
  ) : (
    label
  )
  const badge = (
    <span
      className={classes(styles.count, isOver && styles.full)}
      data-count
      title={isOver ? t('kanban.over') : undefined}
    >
      <span aria-hidden="true" dir="ltr">
        {counted}
      </span>
      <span className={styles.spoken}>{isOver ? formatFacts([spoken, t('kanban.over')]) : spoken}</span>
    </span>
  )
  if (!isOpen)
    return (
      <div className={styles.strip}>
        <IconButton
          icon="unfold"
          size="xs"
          label={t('kanban.open', { stack: name })}
          onClick={() => onOpenChange(stack, true)}
        />
        {badge}
        {handle}
      </div>
    )
  return (
    <div className={styles.head}>
      {handle}
      {badge}
      <span className={styles.space} />
      {onAdd && (
        <IconButton icon="plus" size="xs" label={t('kanban.addTo', { stack: name })} onClick={() => onAdd(stack)} />
      )}
      {isEdited && onChange && (
        <StackEditor
          stack={stack}
          onClose={() => {
            setEdited(false)
            more.current?.focus()
          }}
          mayRename={mayRename}
          mayLimit={mayArrange}
          onSave={(change) => onChange(stack, change)}
        />
      )}
      <Menu
        width={200}
        align="end"
        target={<IconButton ref={more} icon="more" size="xs" label={t('kanban.menu', { stack: name })} />}
      >
        {onAdd && (
          <MenuItem icon="plus" onClick={() => onAdd(stack)}>
            {t('grid.toolbar.newRecord')}
          </MenuItem>
        )}
        <MenuItem icon="fold" onClick={() => onOpenChange(stack, false)}>
          {t('kanban.close')}
        </MenuItem>
        {onMove && (
          <>
            <MenuDivider />
            <MenuItem icon="chevronLeft" onClick={() => onMove(stack, -1)}>
              {t('kanban.moveBefore')}
            </MenuItem>
            <MenuItem icon="chevronRight" onClick={() => onMove(stack, 1)}>
              {t('kanban.moveAfter')}
            </MenuItem>
          </>
        )}
        {onChange && (mayRename || mayArrange) && (
          <>
            <MenuDivider />
            <MenuItem icon="pencil" onClick={() => setEdited(true)}>
              {t(mayRename ? 'kanban.edit' : 'kanban.setLimit')}
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}

const colours = ({ look, color }: BoardStack) =>
  look === 'option' ? { background: `var(--c-${color})`, color: `var(--k-${color})` } : {}
