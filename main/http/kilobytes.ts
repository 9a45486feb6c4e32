/** Returns a limit as text, in kB or MB. */
export function kilobytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} kB`
}
