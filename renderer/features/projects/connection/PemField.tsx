import { useTranslation } from '@renderer/i18n'
import { Button, Field, Icon, Popover } from '@renderer/ui'
import { useRef, useState, type DragEvent } from 'react'
import styles from './connection.module.css'
import type { Pem } from './connection-draft'

/** Larger files are no keys. */
const fileBytesMax = 65_536

export interface PemFieldProps {
  readonly label: string
  /** Null: use the one stored on the server. */
  readonly value: Pem | null
  readonly onChange: (value: Pem) => void
  readonly error: string | null
}

/** A key or certificate: a file that is chosen or dropped, or a text that is pasted. */
export function PemField({ label, value, onChange, error }: PemFieldProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [over, setOver] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const isEmpty = value !== null && value.text.trim() === ''

  async function take(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    setTooLarge(chosen.size > fileBytesMax)
    if (chosen.size > fileBytesMax) return
    onChange({ text: await chosen.text(), fileName: chosen.name })
    setOpened(false)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  const shown =
    value === null ? t('projects.connect.pem.unchanged') : isEmpty ? label : value.fileName || titleOf(value.text)
  return (
    <Field error={tooLarge ? t('projects.connect.pem.tooLarge') : error}>
      {(control) => (
        <div
          className={styles.pem}
          data-takes-files
          data-over={over || undefined}
          data-invalid={control['aria-invalid']}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Popover
            opened={opened}
            onChange={setOpened}
            label={label}
            width={360}
            target={
              <button
                {...control}
                type="button"
                className={styles.pemButton}
                data-empty={isEmpty || undefined}
                aria-label={isEmpty ? label : `${label}: ${shown}`}
                aria-haspopup="dialog"
                aria-expanded={opened}
                onClick={() => setOpened(!opened)}
              >
                <Icon name="file" size={14} />
                <span>{shown}</span>
              </button>
            }
          >
            <div className={styles.pemPanel}>
              <div className={styles.pemTitle}>{label}</div>
              <input
                ref={file}
                type="file"
                hidden
                accept=".pem,.crt,.cer,.key"
                aria-label={t('projects.connect.pem.chooseOf', { name: label })}
                onChange={(event) => {
                  void take(event.currentTarget.files?.[0])
                  event.currentTarget.value = ''
                }}
              />
              <Button icon="folder" onClick={() => file.current?.click()}>
                {t('projects.connect.pem.choose')}
              </Button>
              <label className={styles.pemPaste}>
                <span className={styles.label}>{t('projects.connect.pem.paste')}</span>
                <textarea
                  rows={6}
                  spellCheck={false}
                  placeholder={t('projects.connect.pem.example')}
                  value={value?.text ?? ''}
                  onChange={(event) => onChange({ text: event.currentTarget.value, fileName: '' })}
                />
              </label>
              <div className={styles.pemButtons}>
                {!isEmpty && (
                  <Button kind="quiet" icon="trash" onClick={() => onChange({ text: '', fileName: '' })}>
                    {t('projects.connect.pem.remove')}
                  </Button>
                )}
                <span className={styles.space} />
                <Button kind="main" onClick={() => setOpened(false)}>
                  {t('projects.connect.pem.done')}
                </Button>
              </div>
            </div>
          </Popover>
        </div>
      )}
    </Field>
  )
}

/** `-----BEGIN PRIVATE KEY-----` → the title of a pasted text. */
function titleOf(text: string): string {
  return /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text)?.[1]?.toLowerCase() ?? '…'
}
