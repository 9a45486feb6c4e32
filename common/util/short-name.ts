/** `mina.rossi@…` → Mina Rossi: a short display name where the address doesn't fit. */
export function shortName(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._+-]+/).filter((word) => word !== '')
  if (words.length === 0) return email
  return words.map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1)).join(' ')
}
