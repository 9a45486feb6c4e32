import type { Box, Point } from './layout'

/** The viewport of the drawing: the drawing's origin in screen coordinates `x`, `y`, and the zoom. */
export interface Camera extends Point {
  readonly zoom: number
}
export interface Size {
  readonly width: number
  readonly height: number
}

export const zoomMin = 0.05
export const zoomMax = 2.5
const edge = 40

/** Returns the camera that shows the whole drawing, centred. Doesn't enlarge small drawings. */
export function fitted(box: Box, { width, height }: Size): Camera {
  const wide = (width - edge * 2) / Math.max(1, box.width)
  const high = (height - edge * 2) / Math.max(1, box.height)
  const zoom = Math.max(zoomMin, Math.min(1, wide, high))
  return {
    zoom,
    x: width / 2 - (box.x + box.width / 2) * zoom,
    y: height / 2 - (box.y + box.height / 2) * zoom,
  }
}

/** Returns the camera after zooming around a point of the screen. */
export function zoomed(camera: Camera, by: number, at: Point): Camera {
  const zoom = Math.max(zoomMin, Math.min(zoomMax, camera.zoom * by))
  const ratio = zoom / camera.zoom
  return { zoom, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }
}

/** Returns the visible box of the drawing. */
export function seenBox({ x, y, zoom }: Camera, { width, height }: Size): Box {
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
}

/** Moved as little as needed for a box to be seen, and near enough to be read. */
export function reaching(camera: Camera, size: Size, box: Box): Camera {
  const near = camera.zoom < 0.6 ? centred({ ...camera, zoom: 0.9 }, size, box) : camera
  const seen = seenBox(near, size)
  const margin = 24 / near.zoom
  const shift = (from: number, length: number, start: number, end: number): number => {
    if (start - margin < from) return from - (start - margin)
    return end + margin > from + length ? from + length - (end + margin) : 0
  }
  return {
    ...near,
    x: near.x + shift(seen.x, seen.width, box.x, box.x + box.width) * near.zoom,
    y: near.y + shift(seen.y, seen.height, box.y, box.y + box.height) * near.zoom,
  }
}

/** Returns the camera that centres a box on the screen. */
export function centred({ zoom }: Camera, { width, height }: Size, box: Box): Camera {
  return {
    zoom,
    x: width / 2 - (box.x + box.width / 2) * zoom,
    y: height / 2 - (box.y + box.height / 2) * zoom,
  }
}
