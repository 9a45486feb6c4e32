/** Saves bytes as a file, as a link with a name would. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // By then, the browser has the data, even if the user takes long to choose a folder.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
