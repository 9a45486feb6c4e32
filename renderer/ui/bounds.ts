/** Bounds of an element in CSS pixels of the viewport. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
