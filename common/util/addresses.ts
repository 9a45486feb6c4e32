/** Returns the addresses of a text: one for each line, or with commas, semicolons or blanks between. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((each) => each !== '')
}
