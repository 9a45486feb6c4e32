import { isEmoji, isTableIconName, tableIconNames } from '@common/model/table-icons'
import { client, useFailure } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { logicalKey, sentence, useTranslation } from '@renderer/i18n'
import { Dialog, Icon, TextField } from '@renderer/ui'
import { useState, type KeyboardEvent } from 'react'
import { TableIcon } from './TableIcon'
import type { TableDialogProps } from './table-dialogs'
import styles from './table-icon-dialog.module.css'

/** Some common emojis; any other can be typed or pasted. */
const emojis =
  '📁 📄 🗒️ 📌 📎 📅 ⏰ ✅ ⭐ ❤️ 👤 👥 🏢 🏠 🌍 ✈️ 🚗 📦 🛒 💶 💡 🔧 🧪 📊 📈 🎯 🎵 🎸 🎬 📚 🍎 ☕ 🌱 🐈 🐕 ⚽ 🎁 🔔 🔑 🚀'.split(
    ' ',
  )

/** Emojis per row, for the arrow keys. */
const perRow = 10

/** The icon that everybody knows a table by. */
export function TableIconDialog({ projectId, table, onClose }: TableDialogProps) {
  const { t } = useTranslation()
  const [icon, setIcon] = useState(table.icon)
  const [typed, setTyped] = useState('')
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const isNone = typed.trim() !== '' && !isEmoji(typed.trim())
  const save = (): void => {
    if (icon === table.icon) return onClose()
    setWorking(true)
    setIconOf(projectId, table, icon).then(onClose, (reason: unknown) => {
      setError(reason)
      setWorking(false)
    })
  }
  const choose = (chosen: string | undefined): void => {
    setIcon(chosen)
    setTyped('')
  }
  const nameOf = (one: string): string => (isTableIconName(one) ? t(`tables.icon.names.${one}`) : one)
  const group = (label: string, icons: readonly string[]) => (
    <div className={styles.group} role="radiogroup" tabIndex={-1} aria-label={label} onKeyDown={walk}>
      {icons.map((one, at) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={icon === one}
          aria-label={nameOf(one)}
          title={nameOf(one)}
          className={styles.choice}
          tabIndex={icon === one || (at === 0 && (icon === undefined || !icons.includes(icon))) ? 0 : -1}
          onClick={() => choose(one)}
        >
          <TableIcon table={{ type: 'table', icon: one }} size={16} />
        </button>
      ))}
    </div>
  )
  return (
    <Dialog
      opened
      width={400}
      title={t('tables.icon.title', { table: table.title })}
      action={t('tables.icon.action')}
      loading={working}
      error={error}
      disabledReason={isNone ? t('tables.icon.noEmoji') : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={styles.body}>
        <div className={styles.now}>
          <span className={styles.preview}>
            <TableIcon table={{ type: table.type, ...(icon === undefined ? {} : { icon }) }} size={16} />
            <bdi className={styles.name}>{table.title}</bdi>
          </span>
          <button type="button" className={styles.none} disabled={icon === undefined} onClick={() => choose(undefined)}>
            <Icon name="close" size={14} />
            {t('tables.icon.none')}
          </button>
        </div>
        {group(t('tables.icon.icons'), tableIconNames)}
        {group(t('tables.icon.emojis'), emojis)}
        <TextField
          label={t('tables.icon.other')}
          hint={t('tables.icon.otherHint')}
          error={isNone ? t('tables.icon.noEmoji') : undefined}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            if (isEmoji(text.trim())) setIcon(text.trim())
          }}
        />
      </div>
    </Dialog>
  )
}

/** Sets the icon, as an undo step. */
async function setIconOf(projectId: string, table: TableDialogProps['table'], icon: string | undefined): Promise<void> {
  const words = {
    label: sentence('tables.icon.changed', { table: table.title }),
    undone: sentence('tables.icon.changedBack', { table: table.title }),
  }
  await recorded(projectId, words, (options) =>
    client.call('tableIconSet', { table: table.name, icon: icon ?? null }, { ...options, projectId, silent: true }),
  )
}

/** The arrow keys go from icon to icon. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: perRow,
    ArrowUp: -perRow,
  }
  const by = steps[logicalKey(event.key)]
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const next = by === undefined ? undefined : choices[choices.findIndex((one) => one === event.target) + by]
  if (by !== undefined) event.preventDefault()
  next?.focus()
}
