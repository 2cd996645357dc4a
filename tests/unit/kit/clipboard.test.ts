// @vitest-environment happy-dom
/** Copying, also where the browser has no clipboard of the new kind. */
import { afterEach, expect, it } from 'vitest'

import { copyText } from '#src/services/kit/clipboard.service.ts'

const { clipboard } = navigator
const stand = (of: object, name: string, value: unknown) => Object.defineProperty(of, name, { configurable: true, value })
afterEach(() => {
  stand(navigator, 'clipboard', clipboard)
  document.body.replaceChildren()
})

/** A browser of the old way; what it copied. */
function old(isAllowed: boolean): string[] {
  const copied: string[] = []
  stand(navigator, 'clipboard', undefined)
  stand(document, 'execCommand', () => {
    const { activeElement: area } = document
    if (area instanceof HTMLTextAreaElement) copied.push(area.value.slice(area.selectionStart, area.selectionEnd))
    return isAllowed
  })
  return copied
}

it('copies in the old way on a page without TLS, leaves nothing behind and gives the focus back', async () => {
  const copied = old(true)
  document.body.innerHTML = '<dialog open><button>Copy</button></dialog>'
  const button = document.querySelector('button')
  button?.focus()
  expect(await copyText('{"id":1}')).toBe(true)
  expect(copied).toEqual(['{"id":1}'])
  expect(document.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('says when neither way is there', async () => {
  old(false)
  expect(await copyText('x')).toBe(false)
})
