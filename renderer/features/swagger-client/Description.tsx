/** A text of the document. Its pieces between backticks are code. */
export function Description({ text }: { readonly text: string }) {
  return (
    <bdi translate="no" lang="en">
      {[...text.matchAll(/`([^`]*)`|[^`]+|`/g)].map(({ 0: piece, 1: code, index }) =>
        code === undefined ? piece : <code key={index}>{code}</code>,
      )}
    </bdi>
  )
}
