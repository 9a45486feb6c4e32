import { fileType } from '@common/columns/values/file-types'
import { storedFileAddress, type AttachedFile } from '@common/columns/values/files'

/** Larger pictures are shown by their sheet: fetching them for a stamp would cost more than it tells. */
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
 * Cache of small pictures of files, made in the page from the files themselves. Painting a canvas can't wait, so a look-up
 * returns what is cached and notifies listeners of new pictures.
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

  /** Says how bytes are read; until then there are only sheets. */
  connect(read: ReadFile): void {
    this.#read = read
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The stamp of a file, when it is there; begins to make it otherwise. */
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

  /** Makes the stamp of a picture that is at hand: one that was just uploaded. */
  async add(url: string, picture: Blob): Promise<void> {
    this.#keep(url, await this.#kind.make(picture))
  }

  #next(): void {
    while (this.#loading.size < loadedAtOnce) {
      // The newest first: it is what is on the screen.
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
      // Its sheet is shown; whoever opens it is told what is wrong.
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

/** Stamps: squares, cut from the middle. One store for the window: the same picture stands in many cells. */
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
    // Drawings (SVG) are pictures only where a page shows one; they run nothing there.
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
