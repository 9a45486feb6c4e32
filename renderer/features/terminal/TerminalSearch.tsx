import { useTranslation } from '@renderer/i18n'
import { IconButton, TextField } from '@renderer/ui'
import { useEffect, useState } from 'react'
import type { Screen } from './screen'
import styles from './terminal.module.css'

export interface TerminalSearchProps {
  readonly screen: Screen
  readonly onClose: () => void
}

/** Finds text in the output: Enter goes to the next match, Shift+Enter to the previous one. */
export function TerminalSearch({ screen, onClose }: TerminalSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [found, setFound] = useState({ at: 0, count: 0 })
  useEffect(() => {
    const end = screen.onFound((at, count) => setFound({ at, count }))
    return () => {
      end()
      screen.endFind()
    }
  }, [screen])
  return (
    <div className={styles.search} role="search" aria-label={t('terminal.find')}>
      <TextField
        data-autofocus
        autoFocus
        size="sm"
        value={text}
        aria-label={t('terminal.find')}
        placeholder={t('terminal.find')}
        onChange={(value) => {
          setText(value)
          screen.find(value, 'next', true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter') screen.find(text, event.shiftKey ? 'previous' : 'next', false)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span className={styles.matches} role="status">
        {text !== '' &&
          (found.count === 0 ? t('terminal.noMatch') : t('terminal.matches', { at: found.at, count: found.count }))}
      </span>
      <IconButton
        icon="chevronUp"
        size="xs"
        label={t('terminal.previous')}
        onClick={() => screen.find(text, 'previous', false)}
      />
      <IconButton
        icon="chevronDown"
        size="xs"
        label={t('terminal.next')}
        onClick={() => screen.find(text, 'next', false)}
      />
      <IconButton icon="close" size="xs" label={t('terminal.closeSearch')} onClick={onClose} />
    </div>
  )
}
