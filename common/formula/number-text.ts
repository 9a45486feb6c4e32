/** Formats a number with up to 15 significant digits and without an exponent. */
export function numberText(value: number): string {
  const short = Number(value.toPrecision(15)) + 0
  return String(short).includes('e')
    ? short.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })
    : String(short)
}
