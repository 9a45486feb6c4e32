import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, followPointer } from '@renderer/ui'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clampCrop, drawCrop, firstCrop, moveCrop, zoomMax, type Crop } from './crop'
import styles from './picture.module.css'

/** A picture that the user chose. */
export interface ChosenPicture {
  readonly source: CanvasImageSource
  readonly width: number
  readonly height: number
}

interface PictureCropProps {
  readonly picture: ChosenPicture
  readonly saving: boolean
  readonly onSave: (crop: Crop) => void
  readonly onCancel: () => void
}

const framePx = 240
/** For sharp screens. */
const density = 2
const step = 0.05
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
}

/** Chooses the square of a picture: drag or arrows move it, a slider zooms. */
export function PictureCrop({ picture, saving, onSave, onCancel }: PictureCropProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState(() => firstCrop(picture))

  useEffect(() => {
    if (canvas.current !== null) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  function drag(press: PointerEvent): void {
    const start = crop
    followPointer(press, {
      move: ({ x, y }) =>
        setCrop(moveCrop(picture, start, (x - press.clientX) / framePx, (y - press.clientY) / framePx)),
      drop: () => undefined,
      cancel: () => setCrop(start),
    })
  }
  function move(event: KeyboardEvent): void {
    const by = arrows[event.key]
    if (by === undefined) return
    event.preventDefault()
    setCrop(moveCrop(picture, crop, ...by))
  }

  return (
    <div className={styles.crop}>
      <div
        className={styles.frame}
        role="slider"
        aria-label={t('settings.picture.part')}
        aria-valuetext={t('settings.picture.position', {
          across: Math.round((crop.x / picture.width) * 100),
          down: Math.round((crop.y / picture.height) * 100),
        })}
        aria-valuenow={Math.round((crop.x / picture.width) * 100)}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={move}
      >
        <canvas ref={canvas} width={framePx * density} height={framePx * density} />
      </div>
      <label className={styles.zoom}>
        {t('settings.picture.zoom')}
        <input
          type="range"
          min={1}
          max={zoomMax}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => setCrop(clampCrop(picture, { ...crop, zoom: Number(event.currentTarget.value) }))}
        />
      </label>
      <p className={styles.hint}>{t('settings.picture.cropHint')}</p>
      <Buttons>
        <Button kind="main" size="md" loading={saving} onClick={() => onSave(crop)}>
          {t('settings.picture.save')}
        </Button>
        <Button size="md" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </Buttons>
    </div>
  )
}
