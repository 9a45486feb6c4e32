import type { SqlLanguage } from 'sql-formatter'

/** Text that can't be formatted, with the formatter's reason in its cause. */
export class NotFormatted extends Error {}

/**
 * Returns the text with line breaks and indents. Letters keep their case, and `:name` and `{{variable}}` stay.
 *
 * @throws NotFormatted  for text that the formatter doesn't understand
 */
export async function formatSql(text: string, language: SqlLanguage): Promise<string> {
  const { format } = await import('sql-formatter')
  try {
    return format(text, {
      language,
      tabWidth: 2,
      keywordCase: 'preserve',
      linesBetweenQueries: 1,
      paramTypes: { named: [':'], custom: [{ regex: String.raw`\{\{[^{}]*\}\}` }] },
    })
  } catch (error) {
    throw new NotFormatted('sql-formatter', { cause: error })
  }
}
