import { files } from '@renderer/api'
import { pictureOf, Thumbnails } from '@renderer/cells'

/** The widest card, on a fine screen: larger pictures are made smaller once, and drawn as they are from then on. */
const widthMax = 640
const heightMax = 480

/** Covers that were uploaded here. They are read with the session of the window, as stamps are. */
export const covers = new Thumbnails({ make: coverOf, cacheMax: 160 })
covers.connect((url) => files.read(url))

/** The whole picture, as large as it is needed to fill the place of a cover. */
async function coverOf(blob: Blob): Promise<ImageBitmap | undefined> {
  const picture = await pictureOf(blob)
  if (!picture) return undefined
  const { source, width, height, free } = picture
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, Math.max(widthMax / width, heightMax / height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  free()
  return canvas.transferToImageBitmap()
}

const broken = new Set<string>()

/** Addresses that had no picture: they are not asked again while the window is open. */
export const brokenPictures = {
  has: (url: string): boolean => broken.has(url),
  add: (url: string): void => {
    broken.add(url)
  },
}
