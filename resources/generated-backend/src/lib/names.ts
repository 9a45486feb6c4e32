import type { Knex } from 'knex'

/** knex reads dots, stars and blanks in a name as syntax of its own, as in `artist.name as label`. */
const syntax = /[.*\s]/g
const hidden = /[\u{f0000}-\u{fffff}]/gu
const hiddenFrom = 0xf0000

const hide = (sign: string): string => String.fromCodePoint(hiddenFrom + sign.charCodeAt(0))

/** Returns a name in which knex finds no syntax. knex skips names that every object has, such as `constructor`. */
export const exact = (name: string): string =>
  name in Object.prototype ? name.replace(/^./, hide) : name.replace(syntax, hide)

/** Returns the options of knex that quote names. `exact` may have hidden parts of them. */
export const quotedBy = (quote: '"' | '`'): Pick<Knex.Config, 'wrapIdentifier'> => ({
  wrapIdentifier: (name) => {
    if (name === '*') return name
    const whole = name.replace(hidden, (sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - hiddenFrom))
    // A question mark would be a placeholder.
    return quote + whole.replaceAll(quote, quote + quote).replaceAll('?', '\\?') + quote
  },
})
