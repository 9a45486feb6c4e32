/** Placeholder for a column name in a button's address. */
const place = /\{([^{}]*)\}/g

/**
 * True if a text is a valid button address. It must fix the target itself, with names only after it. So no row can
 * redirect it elsewhere.
 */
export function isAddressTemplate(template: string | undefined): boolean {
  if (template === undefined) return true
  const fixed = template.replace(place, 'x')
  if (/[{}\s<>"]/.test(fixed)) return false
  return /^(?:https?:\/\/[^/?#{}\s]+(?:[/?#].*)?|mailto:.+|tel:.+)$/i.test(template)
}

/**
 * Fills a template with the values of one row, encoded so that each stays one part of the address.
 *
 * @param valueOf  text of a column's value, by its name in braces; undefined if there is no such column
 * @returns undefined if a name has no column
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

/** Replaces the names in a template's braces: after a rename, or with titles. */
export function renamedInAddress(template: string, nameOf: (name: string) => string): string {
  return template.replace(place, (_, name: string) => `{${nameOf(name)}}`)
}
