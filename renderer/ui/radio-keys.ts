import { placeByKey } from './tab-keys'

/**
 * Lets the arrows sideways move through radio buttons the way they point. Browsers take the right one for the next in
 * every language.
 */
export function pointRadioKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { target: from, key } = event
    if (!(from instanceof HTMLInputElement) || from.type !== 'radio' || from.name === '') return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !/^Arrow(Left|Right)$/.test(key))
      return
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
      ({ name, form, disabled }) => name === from.name && form === from.form && !disabled,
    )
    const next = group[placeByKey(key, group.indexOf(from), group.length) ?? -1]
    if (next === undefined || next === from) return
    event.preventDefault()
    next.focus()
    next.click()
  })
}
