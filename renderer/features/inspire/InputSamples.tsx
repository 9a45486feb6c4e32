import { useTranslation } from '@renderer/i18n'
import {
  Button,
  Buttons,
  copyText,
  Field,
  FieldDrop,
  FieldForm,
  FieldPair,
  Fields,
  IconButton,
  PasswordField,
  PickField,
  RequiredMark,
  SearchField,
  Select,
  TextArea,
  TextField,
} from '@renderer/ui'
import { useState } from 'react'
import styles from './inspire.module.css'
import { Sample } from './Sample'

/** Fields in every state. */
export function InputSamples() {
  const { t } = useTranslation()
  const [name, setName] = useState(() => t('inspire.tracks'))
  const [price, setPrice] = useState('1.29')
  const [rating, setRating] = useState('7')
  const [search, setSearch] = useState('')
  const [genre, setGenre] = useState<string | null>('folk')
  const [picked, setPicked] = useState(['soul'])
  const [isDropped, setDropped] = useState(false)
  const genres = (['folk', 'soul', 'jazz'] as const).map((value) => ({ value, label: t(`inspire.genres.${value}`) }))
  const isRated = /^[0-5]$/.test(rating)
  return (
    <>
      <Sample title={t('inspire.inputStates')} stacked>
        <FieldPair>
          <TextField label={t('inspire.name')} value={name} onChange={setName} />
          <span className={styles.focusedField}>
            <TextField label={t('inspire.price')} value={price} onChange={setPrice} hint={t('inspire.priceHint')} />
          </span>
        </FieldPair>
        <FieldPair>
          <TextField
            label={t('inspire.rating')}
            value={rating}
            onChange={setRating}
            reserveNote
            error={isRated ? undefined : t('inspire.ratingError')}
          />
          <TextField
            label={t('inspire.id')}
            value="2187"
            onChange={() => undefined}
            readOnly
            end={<IconButton icon="copy" size="xs" label={t('inspire.copy')} onClick={() => void copyText('2187')} />}
          />
        </FieldPair>
        <TextField label={t('inspire.off')} value="" onChange={() => undefined} disabled />
      </Sample>
      <Sample title={t('inspire.inputKinds')} stacked>
        <PasswordField label={t('inspire.password')} value={name} onChange={setName} autoComplete="off" />
        <SearchField label={t('inspire.find')} value={search} onChange={setSearch} />
        <TextArea label={t('inspire.notes')} value={name} onChange={setName} />
        <Field
          label={
            <span>
              {t('inspire.own')} <RequiredMark />
            </span>
          }
        >
          {(control) => <input {...control} type="range" defaultValue={40} />}
        </Field>
      </Sample>
      <Sample title={t('inspire.lists')} stacked>
        <Select label={t('inspire.genre')} value={genre} options={genres} onChange={setGenre} />
        <PickField
          aria-label={t('inspire.genre')}
          values={picked}
          onChange={setPicked}
          options={genres.map((option, at) => ({
            ...option,
            color: (['lime', 'orange', 'blue'] as const)[at] ?? 'grey',
          }))}
          emptyText={t('inspire.noOption')}
        />
        <div className={styles.drop}>
          <FieldDrop opened={isDropped} drop={<p className={styles.well}>{t('inspire.drop')}</p>}>
            <TextField
              aria-label={t('inspire.drop')}
              value={price}
              onChange={setPrice}
              onFocus={() => setDropped(true)}
              onBlur={() => setDropped(false)}
            />
          </FieldDrop>
        </div>
      </Sample>
      <Sample title={t('inspire.forms')} stacked>
        <FieldForm onSubmit={() => Promise.resolve()}>
          <Fields>
            <TextField label={t('inspire.name')} value={name} onChange={setName} />
          </Fields>
          <Buttons>
            <Button kind="main" type="submit">
              {t('inspire.save')}
            </Button>
            <Button onClick={() => setName('')}>{t('ui.cancel')}</Button>
          </Buttons>
        </FieldForm>
      </Sample>
    </>
  )
}
