/*
 * Drawing on a mirrored canvas. In languages that read from right to left, the grid is laid out as in all others, and
 * its canvas is mirrored as a whole. Drawings measure from the start of a cell and need no special cases. Only what
 * has a direction of its own, such as letters and pictures, is mirrored back where it stands.
 */

let isMirrored = false

/** Sets the direction of the canvas. The painter then draws everything again. */
export function setMirrored(mirrored: boolean): void {
  isMirrored = mirrored
}

/** True while the canvas is mirrored. */
export const drawsMirrored = (): boolean => isMirrored

/**
 * Mirrors a strip of the canvas back, or mirrors it again: the second call with the same strip ends the first. Does
 * nothing where the canvas isn't mirrored.
 */
export function turnStrip(context: CanvasRenderingContext2D, x: number, width: number): void {
  if (isMirrored) context.transform(-1, 0, 0, 1, 2 * x + width, 0)
}

/**
 * True if values stand at the end of their cell. Numbers are on the right in every language, so that their digits line
 * up; on a mirrored canvas, this is the start.
 */
export const standsAtEnd = (align: 'start' | 'end' | 'center'): boolean => align === 'end' && !isMirrored

/** Draws a picture, readable on a mirrored canvas too. */
export function paintImage(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  at: { readonly x: number; readonly y: number; readonly size: number },
): void {
  turnStrip(context, at.x, at.size)
  context.drawImage(image, at.x, at.y, at.size, at.size)
  turnStrip(context, at.x, at.size)
}
