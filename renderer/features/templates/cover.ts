import { colorOf } from '@common/columns/values/person'
import type { OptionColor } from '@common/model'
import { gradientText, parseGradient } from '@common/util/gradient'

/** The picture of a template: a gradient as CSS, or the address of an image. */
export type Cover =
  | { readonly kind: 'gradient'; readonly background: string }
  | { readonly kind: 'image'; readonly address: string }

/** Gradients for templates without a picture: white text and icons are readable on their dark end. */
const gradients: Readonly<Record<OptionColor, readonly [dark: string, light: string]>> = {
  grey: ['#3a4250', '#8e99aa'],
  red: ['#a3232a', '#ff8c6b'],
  orange: ['#97430b', '#f5b14c'],
  amber: ['#7a5200', '#edb04a'],
  lime: ['#55660a', '#a3b93a'],
  green: ['#14693c', '#5fc48c'],
  teal: ['#0c665a', '#4cc9a8'],
  cyan: ['#0a607d', '#6ad0f0'],
  blue: ['#0b63ce', '#5cb8ff'],
  indigo: ['#3b45b5', '#929bff'],
  violet: ['#5b2bb5', '#b58bff'],
  pink: ['#9e2467', '#ff8cc0'],
}

const angle = 135

/** Addresses that the content security policy of the page allows, and that can't run scripts. */
const safeImage = /^(?:https:\/\/[^\s"'()\\]+|data:image\/(?:png|jpe?g|gif|webp);base64,[\w+/=]+)$/i

/**
 * Reads the picture of a template, which comes from outside. A gradient is parsed and serialized, so no other CSS gets
 * to the page. Other texts, and image addresses that the page may not load, give a gradient chosen by name.
 *
 * @param name  title or id of the template
 */
export function coverOf(image: string, name: string): Cover {
  const gradient = parseGradient(image)
  if (gradient !== undefined) return { kind: 'gradient', background: gradientText(gradient) }
  const address = image.trim()
  if (safeImage.test(address)) return { kind: 'image', address }
  return { kind: 'gradient', background: gradientText({ angle, colours: gradients[colorOf(name)] }) }
}
