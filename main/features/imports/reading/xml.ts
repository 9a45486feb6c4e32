import { SaxesParser } from 'saxes'
import { ImportProblem } from '@common/import/problem'

export type XmlAttributes = Readonly<Record<string, string>>

/** Receives elements and texts in their order, names without prefixes. */
export interface XmlListener {
  /** Attributes keep their prefixes. */
  readonly open: (name: string, attributes: XmlAttributes) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** Maximum length of a tag or text, longer than in any workbook. */
const pieceSigns = 16 * 1024 ** 2

/**
 * Parses XML in chunks. Rejects document types: their entities can make a small file huge, or read another file.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  #sinceEvent = 0

  constructor({ open, close, text }: XmlListener) {
    const parser = this.#parser
    parser.on('opentag', ({ name, attributes }) => {
      this.#sinceEvent = 0
      open(localName(name), attributes)
    })
    parser.on('closetag', ({ name }) => {
      this.#sinceEvent = 0
      close(localName(name))
    })
    parser.on('text', text)
    parser.on('cdata', text)
    parser.on('doctype', () => {
      throw damaged()
    })
    parser.on('error', () => {
      throw damaged()
    })
  }

  /** @throws ImportProblem IMPORT_FILE_DAMAGED, IMPORT_UNPACKS_TOO_LARGE for a tag or text of more than 16 MiB */
  push(chunk: string): void {
    this.#sinceEvent += chunk.length
    this.#parser.write(chunk)
    if (this.#sinceEvent > pieceSigns) throw new ImportProblem('IMPORT_UNPACKS_TOO_LARGE')
  }

  /** @throws ImportProblem IMPORT_FILE_DAMAGED if the document isn't complete */
  end(): void {
    this.#parser.close()
  }
}

const damaged = (): ImportProblem => new ImportProblem('IMPORT_FILE_DAMAGED')

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
