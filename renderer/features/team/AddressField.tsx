import { endsWord, typedWords } from '@common/util/typed-list'
import { useTranslation } from '@renderer/i18n'
import { Field, Icon } from '@renderer/ui'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import styles from './team.module.css'

export interface Addresses {
  /** Complete addresses, each once. */
  readonly list: readonly string[]
  /** Text that is being typed. */
  readonly text: string
}

export const noAddresses: Addresses = { list: [], text: '' }

/** Returns all addresses, with the one that is being typed. */
export const allAddresses = ({ list, text }: Addresses): readonly string[] =>
  Array.from(new Set([...list, ...typedWords(text)]))

/** True for a text that the server may accept as an address. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

export interface AddressFieldProps {
  readonly value: Addresses
  readonly onChange: (value: Addresses) => void
  readonly error: string | undefined
  /** Enter after the last address. */
  readonly onSubmit: () => void
}

/** Takes several e-mail addresses: a comma, a blank or Enter completes one, Backspace removes the last one. */
export function AddressField({ value, onChange, error, onSubmit }: AddressFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const { list, text } = value

  const complete = (typed: string): void => onChange({ list: allAddresses({ list, text: typed }), text: '' })
  const remove = (address: string): void => {
    onChange({ list: list.filter((each) => each !== address), text })
    setSaid(t('team.invite.removed', { email: address }))
    input.current?.focus()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // The form around it, if any, has another action.
      event.preventDefault()
      if (text.trim() === '') onSubmit()
      else complete(text)
    } else if (event.key === 'Backspace' && text === '') {
      const last = list.at(-1)
      if (last !== undefined) remove(last)
    }
  }
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text')
    if (typedWords(pasted).length < 2) return
    event.preventDefault()
    complete(`${text} ${pasted}`)
  }
  const type = (typed: string): void => {
    if (endsWord(typed)) complete(typed)
    else onChange({ list, text: typed })
  }

  return (
    <Field label={t('team.invite.emails')} error={error} className={styles.addressField}>
      {(control) => (
        <div className={styles.addresses} data-invalid={control['aria-invalid']}>
          {list.map((address) => (
            <span key={address} className={styles.address} data-wrong={!isAddress(address) || undefined}>
              <bdi>{address}</bdi>
              <button
                type="button"
                aria-label={t('team.invite.remove', { email: address })}
                onClick={() => remove(address)}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="email"
            className={styles.addressText}
            value={text}
            placeholder={list.length === 0 ? t('installation.invite.example') : undefined}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={press}
            onPaste={paste}
            onBlur={() => {
              if (text.trim() !== '') complete(text)
            }}
          />
          <span className="hidden-text" role="status">
            {said}
          </span>
        </div>
      )}
    </Field>
  )
}
