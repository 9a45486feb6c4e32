import { fileType } from '@common/columns/values/file-types'
import { storedFileAddress, type AttachedFile } from '@common/columns/values/files'

/** Larger pictures show a generic file icon: fetching them for a thumbnail costs too much. */
const pictureBytes = 20 * 1024 * 1024
/** Twice the largest stamp, so that it is sharp on fine screens. */
const side = 192
const loadedAtOnce = 3
/** Pictures that scrolled out of view leave the queue beyond this length. */
const waitingAtMost = 80

export type ReadFile = (url: string) => Promise<Blob>

/** A kind of cached picture: how to make it from bytes, and how many to cache. */
export interface ThumbnailKind {
  readonly make: (blob: Blob) => Promise<ImageBitmap | undefined>
  readonly cacheMax: number
}

/**
 * Cache of thumbnails, which the page creates from the files. Painting a canvas can't wait, so a look-up returns the
 * cached picture and notifies listeners of new ones.
 */
export class Thumbnails {
  readonly #kind: ThumbnailKind
  readonly #made = new Map<string, ImageBitmap | 'none'>()
  #waiting: string[] = []
  readonly #loading = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #read: ReadFile | undefined

  constructor(kind: ThumbnailKind) {
    this.#kind = kind
  }

  /** Sets how files are read; until then there are only generic icons. */
  connect(read: ReadFile): void {
    this.#read = read
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the thumbnail of a file if cached; otherwise starts to create it. */
  get({ url, title, size }: AttachedFile): ImageBitmap | undefined {
    const made = this.#made.get(url)
    if (made !== undefined) {
      // The picture shown last is evicted last.
      this.#made.delete(url)
      this.#made.set(url, made)
      return made === 'none' ? undefined : made
    }
    if (this.#read === undefined || this.#loading.has(url) || this.#waiting.includes(url)) return undefined
    if (fileType(title).kind !== 'image' || (size ?? 0) > pictureBytes || !storedFileAddress(url)) return undefined
    this.#waiting = [...this.#waiting.slice(1 - waitingAtMost), url]
    this.#next()
    return undefined
  }

  /** Creates the thumbnail of an available picture, such as a new upload. */
  async add(url: string, picture: Blob): Promise<void> {
    this.#keep(url, await this.#kind.make(picture))
  }

  #next(): void {
    while (this.#loading.size < loadedAtOnce) {
      // The newest first, because it is the visible one.
      const url = this.#waiting.pop()
      if (url === undefined) return
      this.#loading.add(url)
      void this.#load(url).finally(() => {
        this.#loading.delete(url)
        this.#next()
      })
    }
  }

  async #load(url: string): Promise<void> {
    try {
      const blob = await this.#read?.(url)
      this.#keep(url, blob && (await this.#kind.make(blob)))
    } catch {
      // Shows the generic icon; opening the file reports the error.
      this.#keep(url, undefined)
    }
  }

  #keep(url: string, stamp: ImageBitmap | undefined): void {
    this.#made.set(url, stamp ?? 'none')
    for (const [oldest, made] of this.#made) {
      if (this.#made.size <= this.#kind.cacheMax) break
      if (made !== 'none') made.close()
      this.#made.delete(oldest)
    }
    if (stamp) for (const listener of this.#listeners) listener()
  }
}

/** Thumbnails: squares, cut from the centre. One cache per window, because many cells show the same picture. */
export const thumbnails = new Thumbnails({ make: stampOf, cacheMax: 400 })

async function stampOf(blob: Blob): Promise<ImageBitmap | undefined> {
  const picture = await pictureOf(blob)
  if (!picture) return undefined
  const { source, width, height, free } = picture
  const part = Math.min(width, height)
  if (part === 0) return undefined
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, (width - part) / 2, (height - part) / 2, part, part, 0, 0, side, side)
  free()
  return canvas.transferToImageBitmap()
}

/** A picture that can be drawn. */
export interface Picture {
  readonly source: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly free: () => void
}

/** Reads a picture; undefined when it is none. */
export async function pictureOf(blob: Blob): Promise<Picture | undefined> {
  try {
    const bitmap = await createImageBitmap(blob)
    return { source: bitmap, width: bitmap.width, height: bitmap.height, free: () => bitmap.close() }
  } catch {
    // Only the page itself can render SVG; scripts don't run there.
    if (blob.type !== 'image/svg+xml') return undefined
    const address = URL.createObjectURL(blob)
    const image = new Image()
    image.src = address
    try {
      await image.decode()
      // One without measures of its own.
      const [width, height] = [image.naturalWidth || side, image.naturalHeight || side]
      return { source: image, width, height, free: () => URL.revokeObjectURL(address) }
    } catch {
      URL.revokeObjectURL(address)
      return undefined
    }
  }
}
