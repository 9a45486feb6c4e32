/** A text of the document. Its pieces between backticks are code. */
export function Description({ text }: { readonly text: string }) {
  return (
    <bdi translate="no" lang="en">
      {text.split('`').map((piece, at) =>
        // Pieces of a text have no identity of their own.
        // oxlint-disable-next-line react/no-array-index-key
        at % 2 === 1 ? <code key={at}>{piece}</code> : piece,
      )}
    </bdi>
  )
}
