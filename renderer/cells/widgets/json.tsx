import { fitText, paintText } from '../canvas-text'
import styles from '../cells.module.css'
import { firstLine, padding, sized, type CellDrawing } from '../draw-parts'
import { codeWidth, type CellWidget } from './widget'

function drawJson({ context, rect, value, text, theme }: CellDrawing): void {
  if (value === null) return
  const isNull = text === 'null'
  context.font = `${isNull ? 'italic ' : ''}400 ${sized(11)}px ${theme.monoFamily}`
  context.fillStyle = isNull ? theme.text3 : theme.text2
  // Long texts are cut anyway, so parsing them isn't worth it.
  const line = text.length <= 1_000 ? bareJson(text) : text
  paintText(context, fitText(context, line, rect.width - padding * 2), rect.x + padding, firstLine(rect) + 4)
}

/** Writes JSON in one readable line, without quotes on plain keys. Returns other text unchanged. */
export function bareJson(text: string): string {
  try {
    return bareValue(JSON.parse(text))
  } catch {
    return text
  }
}

function bareValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(bareValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, one]) => {
    const bare = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)
    return `${bare}: ${bareValue(one)}`
  })
  return `{${entries.join(', ')}}`
}

export const jsonWidget: CellWidget = {
  draw: drawJson,
  width: codeWidth,
  wraps: false,
  hovers: false,
  view: ({ text }) => <span className={`${styles.text} ${styles.code}`}>{bareJson(text)}</span>,
}
