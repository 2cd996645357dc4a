/** Text that leaves the page: as a file, or on paper. */
import { withBase } from './address/base.ts'

/** Hands a text to the browser, which keeps it where it keeps downloads. */
export const saveText = (fileName: string, text: string, type = 'text/plain;charset=utf-8') =>
  saveBlob(fileName, new Blob([text], { type }))

/** The same of what is no text. */
export const saveBase64 = (fileName: string, content: string, type: string) =>
  saveBlob(fileName, new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], { type }))

function saveBlob(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Has the browser download what a link leads to, without holding it in the page. */
export function followDownload(path: string): void {
  const link = document.createElement('a')
  link.href = withBase(path)
  link.download = ''
  link.click()
}

/** Prints lines under a heading, and nothing else of the page. */
export function printLines(heading: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (page === null || view === null) return
  const title = page.createElement('h1')
  title.textContent = heading
  const list = page.createElement('pre')
  list.textContent = lines.join('\n')
  page.body.append(title, list)
  view.addEventListener('afterprint', () => frame.remove(), { once: true })
  view.print()
}
