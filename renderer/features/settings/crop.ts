/** A square part of a picture, in its pixels. */
export interface Crop {
  /** Centre of the part. */
  readonly x: number
  readonly y: number
  /** 1 shows as much as fits into a square. */
  readonly zoom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const zoomMax = 4

/** Side of the part in pixels of the picture. */
export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** The whole picture as far as it fits into a square, from its centre. */
export function firstCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Returns a crop inside the picture. */
export function clampCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const nextZoom = Math.min(zoomMax, Math.max(1, zoom))
  const half = sideOf(size, nextZoom) / 2
  const between = (value: number, max: number): number => Math.min(max - half, Math.max(half, value))
  return { x: between(x, size.width), y: between(y, size.height), zoom: nextZoom }
}

/** Moves the picture under the frame by a part of its side: 1 is the whole frame. */
export function moveCrop(size: Size, crop: Crop, byX: number, byY: number): Crop {
  const side = sideOf(size, crop.zoom)
  return clampCrop(size, { ...crop, x: crop.x - byX * side, y: crop.y - byY * side })
}

interface Drawable extends Size {
  readonly source: CanvasImageSource
}

/** Draws the part on a square canvas. Transparent pictures get a white ground. */
export function drawCrop(canvas: HTMLCanvasElement | OffscreenCanvas, picture: Drawable, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const side = sideOf(picture, crop.zoom)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture.source, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** Twice the largest avatar. */
const storedPx = 192
const storedQuality = 0.9

/** Returns the part as a `data:` address of a JPEG. */
export async function croppedPicture(picture: Drawable, crop: Crop): Promise<string> {
  const canvas = new OffscreenCanvas(storedPx, storedPx)
  drawCrop(canvas, picture, crop)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: storedQuality })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(blob)
  })
}
