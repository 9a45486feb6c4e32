/** How large a picture is shown: as much of it as fits, or so many times its own size. */
export type Zoom = number | 'fit'

export const fitZoom = 'fit'
const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8]

/** Returns the next zoom step up (1) or down (-1), between "fit" and the original size. */
export function zoomed(zoom: Zoom, by: 1 | -1): Zoom {
  if (zoom === 'fit') return by === 1 ? 1 : 0.5
  const next = by === 1 ? steps.find((each) => each > zoom) : steps.findLast((each) => each < zoom)
  return next ?? zoom
}
