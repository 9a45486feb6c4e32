/** Words that YAML parsers, also of version 1.1, read as something else than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const plain = /^[A-Za-z_/$](?:[\w ./$-]*[\w./$-])?$/
/** Characters that YAML doesn't allow as they are, and JSON does. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff]/g

/** Returns data of JSON as YAML 1.2, which ends with a line break. Quotes texts that YAML could read as something else. */
export function yamlText(value: unknown): string {
  return isNested(value) ? `${block(value, '')}\n` : `${scalar(value)}\n`
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function block(value: object, indent: string): string {
  if (Array.isArray(value))
    return value
      .map((each: unknown) => {
        const text = isNested(each) ? block(each, `${indent}  `).trimStart() : scalar(each)
        return `${indent}- ${text}`
      })
      .join('\n')
  return Object.entries(value)
    .map(([key, each]: [string, unknown]) => {
      const name = `${indent}${scalar(key)}:`
      return isNested(each) ? `${name}\n${block(each, `${indent}  `)}` : `${name} ${scalar(each)}`
    })
    .join('\n')
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null)
  if (plain.test(value) && !reserved.test(value)) return value
  return JSON.stringify(value).replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
