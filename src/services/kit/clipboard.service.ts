/** Whether a text stands in the clipboard now. Pages without TLS have none of the new kind: the old way of copying is left to them. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}

function copyByHand(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // Inside an open dialog nothing else can have the focus.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.appendChild(area)
  area.focus()
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
