import { directionOfLanguage, isMessage, tagOfLanguage, type Message } from '@common/messages'
import { rendererOf } from './languages'

/** A mail: texts of the catalogue, and texts that people wrote. */
export interface MailContent {
  readonly subject: Message
  readonly paragraphs: readonly (Message | string)[]
  /** Text by a person, such as a comment. */
  readonly quote?: string
  /** Names and values, such as the answers of a form. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  /** The button of the mail, and its address. */
  readonly action?: { readonly label: Message; readonly link: string }
  /** Why the reader gets this mail. */
  readonly reason: Message
}

/** A rendered mail. */
export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const subjectCharacters = 200

/** Renders a mail in a language whose texts are loaded, as plain text and as HTML. Texts are never code: HTML in them is escaped. */
export function mailText(content: MailContent, language: string): MailText {
  const renderer = rendererOf(language)
  const words = (text: Message | string): string => (isMessage(text) ? renderer.render(text) : text)
  const subject = oneLine(words(content.subject)).slice(0, subjectCharacters)
  const paragraphs = content.paragraphs.map(words)
  const { quote, facts = [], action } = content
  const reason = words(content.reason)
  const text = [
    ...paragraphs,
    ...(quote === undefined ? [] : [quote.replaceAll(/^/gm, '> ')]),
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...(action === undefined ? [] : [`${words(action.label)}:\n${action.link}`]),
    `-- \n${reason}`,
  ].join('\n\n')
  const body = [
    ...paragraphs.map((each) => `<p style="margin:0 0 16px">${markup(each)}</p>`),
    ...(quote === undefined ? [] : [`<blockquote style="${quoteStyle}">${markup(quote)}</blockquote>`]),
    ...(facts.length === 0 ? [] : [factsTable(facts)]),
    ...(action === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a href="${escaped(action.link)}" style="${buttonStyle}">${markup(words(action.label))}</a></p>`,
          `<p style="${smallStyle}">${markup(action.link)}</p>`,
        ]),
    `<p style="${smallStyle};margin-top:24px;border-top:1px solid #dfe4ea;padding-top:12px">${markup(reason)}</p>`,
  ].join('\n')
  const html = `<!doctype html>
<html lang="${tagOfLanguage(renderer.language)}" dir="${directionOfLanguage(renderer.language)}">
<head><meta charset="utf-8"><title>${markup(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff">
<div style="max-width:560px;margin:0 auto;font:15px/22px system-ui,-apple-system,'Segoe UI',sans-serif;color:#1b2430">
${body}
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

const quoteStyle =
  'margin:0 0 16px;padding-inline:12px 0;border-inline-start:3px solid #c5cdd7;color:#4a5666;white-space:pre-wrap'
const buttonStyle =
  'display:inline-block;padding:10px 16px;border-radius:6px;background:#0b6bcb;color:#ffffff;text-decoration:none;font-weight:600'
const smallStyle = 'font-size:12px;line-height:18px;color:#66717f;word-break:break-all'

function factsTable(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th valign="top" style="padding:4px 0;padding-inline-end:16px;font-weight:600;text-align:start">${markup(name)}</th><td valign="top" style="padding:4px 0;white-space:pre-wrap">${markup(value)}</td></tr>`,
  )
  return `<table style="margin:0 0 16px;border-collapse:collapse;font:inherit">${rows.join('')}</table>`
}

/** Line feeds would begin a new header of the mail. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
const markup = (text: string): string => escaped(text).replaceAll('\n', '<br>')
