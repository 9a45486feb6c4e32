/** Where the name of a column stands in the address of a button. */
const place = /\{([^{}]*)\}/g

/**
 * Whether a text can be the address of a button: it says itself where it leads, and names stand behind that, so that no
 * row can lead elsewhere.
 */
export function isAddressTemplate(template: string | undefined): boolean {
  if (template === undefined) return true
  const fixed = template.replace(place, 'x')
  if (/[{}\s<>"]/.test(fixed)) return false
  return /^(?:https?:\/\/[^/?#{}\s]+(?:[/?#].*)?|mailto:.+|tel:.+)$/i.test(template)
}

/**
 * The address of a template for one row: values take the place of names, written so that they stay one part of it.
 *
 * @param valueOf  text of a column's value, by its name in braces; undefined when there is no such column
 * @returns undefined where a name has no column
 */
export function filledAddress(template: string, valueOf: (name: string) => string | undefined): string | undefined {
  let isKnown = true
  const address = template.replace(place, (_, name: string) => {
    const value = valueOf(name)
    if (value === undefined) isKnown = false
    return encodeURIComponent(value ?? '')
  })
  return isKnown ? address : undefined
}

/** The template with other names in its braces: those of columns that were renamed, or titles for names. */
export function renamedInAddress(template: string, nameOf: (name: string) => string): string {
  return template.replace(place, (_, name: string) => `{${nameOf(name)}}`)
}
