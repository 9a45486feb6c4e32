import { useTranslation } from '@renderer/i18n'
import { Button, TextArea } from '@renderer/ui'
import { useRef, type ChangeEvent } from 'react'
import styles from './grpc-client.module.css'
import type { GrpcDraft } from './stored'

type Certificates = GrpcDraft['certificates']
const fields = ['ca', 'certificate', 'key'] as const

export interface CertificateFieldsProps {
  readonly given: Certificates
  readonly onChange: (certificates: Certificates) => void
}

/** Authorities to trust, and the certificate of the client with its key, in PEM format. */
export function CertificateFields({ given, onChange }: CertificateFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {fields.map((field) => (
        <PemField
          key={field}
          label={t(`grpcClient.certificates.${field}`)}
          hint={t(`grpcClient.certificates.hints.${field}`)}
          value={given[field]}
          onChange={(text) => onChange({ ...given, [field]: text })}
        />
      ))}
    </>
  )
}

interface PemFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (text: string) => void
}

function PemField({ label, hint, value, onChange }: PemFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? []
    const text = await file?.text()
    currentTarget.value = ''
    if (text !== undefined) onChange(text)
  }
  return (
    <div className={styles.pem}>
      <TextArea
        label={label}
        hint={hint}
        mono
        rows={3}
        dir="ltr"
        spellCheck={false}
        value={value}
        onChange={onChange}
      />
      <Button
        icon="file"
        aria-label={t('grpcClient.certificates.fromFile', { name: label })}
        onClick={() => input.current?.click()}
      >
        {t('grpcClient.certificates.file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".pem,.crt,.cer,.key"
        hidden
        aria-label={t('grpcClient.certificates.fromFile', { name: label })}
        onChange={(event) => void take(event)}
      />
    </div>
  )
}
