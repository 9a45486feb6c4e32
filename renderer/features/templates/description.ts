/** Characters of a description on a card (S2 §9). */
export const descriptionPreviewMax = 200

/** Cuts a description for a card: 200 characters and an ellipsis (S2 §2). */
export function descriptionPreview(text: string): string {
  const characters = [...text]
  return characters.length <= descriptionPreviewMax
    ? text
    : `${characters.slice(0, descriptionPreviewMax).join('').trimEnd()}…`
}
