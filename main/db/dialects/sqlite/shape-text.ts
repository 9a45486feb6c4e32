import type { JsonShape } from '@main/db/database'

/** Shapes are sent as text, serialized once each. The engine caches shapes with its plans. */
export const shapeTexts = new WeakMap<JsonShape, string>()

export function shapeText(shape: JsonShape): string {
  const known = shapeTexts.get(shape)
  if (known !== undefined) return known
  const text = JSON.stringify(shape)
  shapeTexts.set(shape, text)
  return text
}
