/**
 * Writes and reads XLIFF 2 (OASIS, 2.1): one `file` for each namespace, one `unit` for each key.
 */
// A package: this file runs with the project's Node only.
const { SaxesParser } = await import('saxes')

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign])

/**
 * Returns the XLIFF of a language.
 *
 * @param source  English by key
 * @param texts   the translation by key; units without one have no target
 */
export function writeXliff(source, texts, { from, to }) {
  const files = Map.groupBy(source.keys(), (key) => key.split('.')[0])
  const unit = (key) => {
    const text = texts.get(key)
    const state = text === undefined ? 'initial' : 'translated'
    const target = text === undefined ? '' : `<target xml:space="preserve">${escaped(text)}</target>`
    const english = escaped(source.get(key))
    return `    <unit id="${escaped(key)}"><segment state="${state}"><source xml:space="preserve">${english}</source>${target}</segment></unit>`
  }
  const parts = [...files].map(
    ([namespace, keys]) => `  <file id="${namespace}">\n${keys.map(unit).join('\n')}\n  </file>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${from}" trgLang="${to}">
${parts.join('\n')}
</xliff>
`
}

/**
 * Returns the translations of an XLIFF file by key, and its target language.
 *
 * @throws {Error} if the file is no XLIFF 2
 */
export function readXliff(xml) {
  const parser = new SaxesParser()
  const texts = new Map()
  const parts = []
  /** @type {string | undefined} */
  let language
  let key
  let text
  let isXliff = false
  parser.on('error', (error) => {
    throw new Error(`The file isn't well-formed XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    parts.push(name)
    if (name === 'xliff') {
      isXliff = String(attributes.version).startsWith('2.')
      language = attributes.trgLang
    } else if (name === 'unit') {
      key = attributes.id
      text = undefined
    } else if (name === 'target') text ??= ''
  })
  const add = (chunk) => {
    if (parts.at(-1) === 'target') text += chunk
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    parts.pop()
    if (name === 'unit' && key !== undefined && text !== undefined && text !== '') texts.set(key, text)
  })
  parser.write(xml).close()
  if (!isXliff) throw new Error("The file isn't XLIFF 2.")
  return { language, texts }
}
