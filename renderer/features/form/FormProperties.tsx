import {
  formCovers,
  formLimits,
  isSafeAddress,
  type FormCover,
  type FormOptions,
  type SectionPart,
} from '@common/views/form'
import { useTranslation } from '@renderer/i18n'
import { Segments, Switch, TextArea, TextField } from '@renderer/ui'
import { useId, useState } from 'react'
import styles from './builder.module.css'
import sheet from './form.module.css'

/** Empty text counts as not set. */
const said = (text: string): string | undefined => (text === '' ? undefined : text)

export type OptionsPatch = { readonly [K in keyof FormOptions]?: FormOptions[K] | undefined }

export interface FormPropertiesProps {
  readonly options: FormOptions
  /** Name of the view. */
  readonly name: string
  readonly onChange: (patch: OptionsPatch, of: string) => void
}

/** The settings of a whole form. */
export function FormProperties({ options, name, onChange }: FormPropertiesProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t('forms.title')}
        value={options.title ?? ''}
        placeholder={name}
        maxLength={formLimits.lineCharacters}
        onChange={(title) => onChange({ title: said(title) }, 'title')}
      />
      <TextArea
        label={t('forms.description')}
        hint={t('forms.markdown')}
        rows={4}
        value={options.description ?? ''}
        maxLength={formLimits.textCharacters}
        onChange={(description) => onChange({ description: said(description) }, 'description')}
      />
      <Covers value={options.cover ?? 'blue'} onChange={(cover) => onChange({ cover }, 'cover')} />
      <TextField
        label={t('forms.button')}
        value={options.button ?? ''}
        placeholder={t('forms.submit')}
        maxLength={formLimits.lineCharacters}
        onChange={(button) => onChange({ button: said(button) }, 'button')}
      />
    </>
  )
}

function Covers({ value, onChange }: { readonly value: FormCover; readonly onChange: (cover: FormCover) => void }) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className={styles.covers}>
      <legend>{t('forms.cover')}</legend>
      {formCovers.map((cover) => (
        <label key={cover} title={t(`forms.covers.${cover}`)}>
          <input
            type="radio"
            name={name}
            aria-label={t(`forms.covers.${cover}`)}
            checked={cover === value}
            onChange={() => onChange(cover)}
          />
          <span className={sheet.cover} data-cover={cover} />
        </label>
      ))}
    </fieldset>
  )
}

export type SectionPatch = { readonly [K in keyof SectionPart]?: SectionPart[K] | undefined }

export interface SectionPropertiesProps {
  readonly part: SectionPart
  readonly onChange: (patch: SectionPatch, of: string) => void
}

export function SectionProperties({ part, onChange }: SectionPropertiesProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t('forms.heading')}
        value={part.title ?? ''}
        maxLength={formLimits.lineCharacters}
        onChange={(title) => onChange({ title: said(title) }, 'title')}
      />
      <TextArea
        label={t('forms.text')}
        hint={t('forms.markdown')}
        rows={4}
        value={part.text ?? ''}
        maxLength={formLimits.textCharacters}
        onChange={(text) => onChange({ text: said(text) }, 'text')}
      />
      <div className={styles.row}>
        <Switch checked={part.step === true} onChange={(step) => onChange({ step: step || undefined }, 'step')}>
          {t('forms.ownPage')}
        </Switch>
        <p className={styles.quiet}>{t('forms.ownPageHint')}</p>
      </div>
    </>
  )
}

/** The settings of the page after a form was sent. */
export function AfterProperties({ options, onChange }: Omit<FormPropertiesProps, 'name'>) {
  const { t } = useTranslation()
  const after = options.after ?? { kind: 'text' as const }
  /** Saves the text as soon as it is an allowed address. */
  const [address, setAddress] = useState(after.kind === 'redirect' ? after.address : '')
  const isWrong = address !== '' && !isSafeAddress(address)
  return (
    <>
      <div className={styles.property}>
        <h3>{t('forms.after')}</h3>
        <Segments
          label={t('forms.after')}
          value={after.kind}
          options={[
            { value: 'text', label: t('forms.afterText') },
            { value: 'redirect', label: t('forms.afterRedirect') },
          ]}
          onChange={(kind) =>
            onChange(
              { after: kind === 'text' ? { kind } : { kind, address: isSafeAddress(address) ? address : '' } },
              'kind',
            )
          }
        />
      </div>
      {after.kind === 'text' ? (
        <TextArea
          label={t('forms.thanksText')}
          hint={t('forms.markdown')}
          rows={5}
          value={after.text ?? ''}
          placeholder={t('forms.arrived')}
          maxLength={formLimits.textCharacters}
          onChange={(text) => onChange({ after: text === '' ? { kind: 'text' } : { kind: 'text', text } }, 'thanks')}
        />
      ) : (
        <TextField
          label={t('forms.address')}
          hint={t('forms.addressHint')}
          error={isWrong ? t('forms.addressWrong') : undefined}
          dir="ltr"
          inputMode="url"
          spellCheck={false}
          value={address}
          maxLength={formLimits.addressCharacters}
          onChange={(next) => {
            setAddress(next)
            if (next === '' || isSafeAddress(next)) onChange({ after: { kind: 'redirect', address: next } }, 'address')
          }}
        />
      )}
      <Switch checked={options.again ?? true} onChange={(again) => onChange({ again }, 'again')}>
        {t('forms.offerAgain')}
      </Switch>
    </>
  )
}
