/** `mina.rossi@…` → Mina Rossi: what a person is called where there is no room for the address. */
export function shortName(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._+-]+/).filter((word) => word !== '')
  if (words.length === 0) return email
  return words.map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1)).join(' ')
}
