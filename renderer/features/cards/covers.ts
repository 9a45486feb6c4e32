import { files } from '@renderer/api'
import { pictureOf, Thumbnails } from '@renderer/cells'

/** Width of the widest card on a high-resolution screen. Larger images are scaled down once and cached. */
const widthMax = 640
const heightMax = 480

/** Covers uploaded to Basalt. They use the session of the window, like thumbnails in cells. */
export const covers = new Thumbnails({ make: coverOf, cacheMax: 160 })
covers.connect((url) => files.read(url))

/** Returns the whole image, at the size that fills a cover. */
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

/** Addresses without an image: the window doesn't request them again. */
export const brokenPictures = {
  has: (url: string): boolean => broken.has(url),
  add: (url: string): void => {
    broken.add(url)
  },
}
