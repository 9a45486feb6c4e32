import type { AttachedFile } from '@common/columns/values/files'
import type { CoverFit, CoverPicture } from '@common/views/cover'
import { FileStamp } from '@renderer/cells'
import { Icon } from '@renderer/ui'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import styles from './cards.module.css'
import { brokenPictures, covers } from './covers'

export interface CoverProps {
  readonly picture: CoverPicture | undefined
  readonly fit: CoverFit
}

/** The image at the top of a card, or a subtle placeholder. Decorative: the record's name describes it. */
export function Cover({ picture, fit }: CoverProps) {
  return (
    <div className={styles.cover} data-fit={fit} data-cover={picture?.kind ?? 'none'} aria-hidden="true">
      <Inside picture={picture} />
    </div>
  )
}

function Inside({ picture }: Pick<CoverProps, 'picture'>) {
  switch (picture?.kind) {
    case 'own':
      return <OwnPicture file={picture.file} />
    case 'web':
      return <WebPicture key={picture.url} url={picture.url} />
    case 'sheet':
      return <FileStamp file={picture.file} side={36} />
    default:
      return <NoPicture />
  }
}

const NoPicture = () => <Icon name="picture" />

let version = 0
const subscribe = (listener: () => void): (() => void) =>
  covers.subscribe(() => {
    version += 1
    listener()
  })

function OwnPicture({ file }: { readonly file: AttachedFile }) {
  useSyncExternalStore(subscribe, () => version)
  const canvas = useRef<HTMLCanvasElement>(null)
  const made = covers.get(file)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context && made) context.drawImage(made, 0, 0)
  }, [made])
  if (!made) return <NoPicture />
  return <canvas ref={canvas} width={made.width} height={made.height} />
}

/**
 * An image from another server. The request carries no referrer and no cookies, and Basalt has none for that server.
 */
function WebPicture({ url }: { readonly url: string }) {
  const [isBroken, setBroken] = useState(() => brokenPictures.has(url))
  if (isBroken) return <NoPicture />
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => {
        brokenPictures.add(url)
        setBroken(true)
      }}
    />
  )
}
