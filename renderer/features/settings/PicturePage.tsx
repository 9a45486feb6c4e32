import { messageOf, sentenceOf, useCommand, useFailure, useOperation } from '@renderer/api'
import { pictureOf } from '@renderer/cells'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast, useUsers } from '@renderer/stores'
import { Avatar, Button, Buttons, ErrorBanner, pictures } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import { croppedPicture, type Crop } from './crop'
import styles from './picture.module.css'
import { PictureCrop } from './PictureCrop'
import { SettingsFrame } from './SettingsFrame'

type Chosen = NonNullable<Awaited<ReturnType<typeof pictureOf>>>

/** `/user/settings/picture` */
export function PicturePage() {
  const { t } = useTranslation()
  const email = useUsers((state) => state.user?.email ?? '')
  const own = useOperation('pictureList', { emails: [email] }, { silent: true })
  const save = useCommand('pictureSave')
  const remove = useCommand('pictureRemove')
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useFailure()
  useEffect(() => () => chosen?.free(), [chosen])
  const hasPicture = own.data !== undefined && own.data.length > 0

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return
    setProblem(undefined)
    const picture = await pictureOf(file)
    if (picture === undefined || picture.width === 0 || picture.height === 0)
      setProblem(sentence('settings.picture.unreadable', { name: file.name }))
    else setChosen(picture)
  }
  async function store(picture: Chosen, crop: Crop): Promise<void> {
    const address = await croppedPicture(picture, crop)
    await save.mutateAsync({ args: { picture: address.slice(address.indexOf(',') + 1) }, silent: true })
    pictures.put(email, address)
    setChosen(undefined)
    toast.success(sentence('settings.picture.saved'))
  }
  async function takeAway(): Promise<void> {
    await remove.mutateAsync({ args: {}, silent: true })
    pictures.put(email, null)
  }
  const error = problem ?? (save.error === null ? undefined : messageOf(save.error))

  return (
    <SettingsFrame title={t('settings.nav.picture')}>
      {chosen !== undefined ? (
        <PictureCrop
          picture={chosen}
          saving={save.isPending}
          onSave={(crop) => void store(chosen, crop).catch(() => undefined)}
          onCancel={() => setChosen(undefined)}
        />
      ) : (
        <div className={styles.now}>
          <Avatar name={email} size="xl" />
          <div className={styles.side}>
            <p className={styles.text}>{t('settings.picture.text')}</p>
            <Buttons>
              <Button kind="main" size="md" icon="picture" onClick={() => input.current?.click()}>
                {t('settings.picture.choose')}
              </Button>
              {hasPicture && (
                <Button
                  size="md"
                  danger
                  loading={remove.isPending}
                  onClick={() => void takeAway().catch((reason: unknown) => toast.error(sentenceOf(reason)))}
                >
                  {t('settings.picture.remove')}
                </Button>
              )}
            </Buttons>
          </div>
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('settings.picture.choose')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {error !== undefined && <ErrorBanner title={error} />}
    </SettingsFrame>
  )
}
