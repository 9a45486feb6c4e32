import { useEffect, useSyncExternalStore } from 'react'

/** Source of pictures of people by e-mail address. */
export interface FaceSource {
  /** Returns a picture as a `data:` address, if it is loaded. */
  readonly get: (email: string) => string | null
  /** Loads a picture, unless it is known. */
  readonly want: (email: string) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Twice the size in cells, so that pictures are sharp on fine screens. */
const side = 36
const drawnMax = 200

interface Drawn {
  readonly address: string
  /** A round picture; undefined until it is decoded, or if it can't be. */
  readonly picture: ImageBitmap | undefined
}

/**
 * Pictures of people in cells. Painting a canvas can't wait, so a look-up returns the cached picture and notifies
 * listeners of new ones.
 */
class Faces {
  #source: FaceSource | undefined
  readonly #drawn = new Map<string, Drawn>()
  readonly #listeners = new Set<() => void>()

  /** Sets the source; until then there are only initials. */
  connect(source: FaceSource): void {
    if (this.#source === source) return
    this.#source = source
    source.subscribe(() => this.#notify())
    this.#notify()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(email: string): string | null {
    return this.#source?.get(email) ?? null
  }

  want(email: string): void {
    this.#source?.want(email)
  }

  /** Returns the round picture of a person if cached; otherwise starts to load it. */
  drawn(email: string): ImageBitmap | undefined {
    this.want(email)
    const address = this.get(email)
    if (address === null) return undefined
    const known = this.#drawn.get(email)
    if (known?.address === address) return known.picture
    this.#keep(email, { address, picture: undefined })
    void this.#load(email, address)
    return undefined
  }

  async #load(email: string, address: string): Promise<void> {
    const picture = await roundPicture(address)
    if (picture === undefined) return
    this.#keep(email, { address, picture })
    this.#notify()
  }

  #keep(email: string, drawn: Drawn): void {
    this.#drawn.get(email)?.picture?.close()
    this.#drawn.delete(email)
    this.#drawn.set(email, drawn)
    for (const [oldest, { picture }] of this.#drawn) {
      if (this.#drawn.size <= drawnMax) break
      picture?.close()
      this.#drawn.delete(oldest)
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** One cache per window, because many cells show the same person. */
export const faces = new Faces()

/** Returns the picture of a person as an address, and loads it first if needed. */
export function useFace(email: string): string | null {
  useEffect(() => faces.want(email), [email])
  return useSyncExternalStore(faces.subscribe, () => faces.get(email))
}

/** Cuts a circle from the centre of a picture. Returns undefined for one that can't be decoded. */
async function roundPicture(address: string): Promise<ImageBitmap | undefined> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    // Initials stand in.
    return undefined
  }
  const part = Math.min(image.naturalWidth, image.naturalHeight)
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (context === null || part === 0) return undefined
  context.beginPath()
  context.arc(side / 2, side / 2, side / 2, 0, Math.PI * 2)
  context.clip()
  context.imageSmoothingQuality = 'high'
  const [left, top] = [(image.naturalWidth - part) / 2, (image.naturalHeight - part) / 2]
  context.drawImage(image, left, top, part, part, 0, 0, side, side)
  return canvas.transferToImageBitmap()
}
