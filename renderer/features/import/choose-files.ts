import { acceptedFiles } from './dropped'

/** Opens the system's file dialog; does nothing if the user cancels. @param accepted  endings, `.csv,.tsv` */
export function chooseFiles(then: (files: readonly File[]) => void, accepted = acceptedFiles): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = accepted
  input.dataset['importFiles'] = ''
  input.hidden = true
  input.addEventListener('change', () => {
    input.remove()
    const files = [...(input.files ?? [])]
    if (files.length > 0) then(files)
  })
  input.addEventListener('cancel', () => input.remove())
  // Some browsers forget a field that is not on the page.
  document.body.append(input)
  input.click()
}
