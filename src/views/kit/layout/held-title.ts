/** Holds the title of the window against pages that go on behind, until the returned function is called; then theirs stands there again. */
export function holdTitle(title: string): () => void {
  let theirs = document.title
  const hold = () => {
    if (document.title === title) return
    theirs = document.title
    document.title = title
  }
  hold()
  const watch = new MutationObserver(hold)
  watch.observe(document.head, { childList: true, characterData: true, subtree: true })
  return () => {
    watch.disconnect()
    if (document.title === title) document.title = theirs
  }
}
