/** What the page itself is made of, and where it comes from. */

import { refusal } from '#contract/kit/problem.ts'
import { withBase } from './address/base.ts'

/** Resolves when the server answers, whatever it says. Throws `ProblemError` when it does not. */
const reach = () =>
  fetch(withBase('/healthz')).catch(() => {
    throw refusal('net/unreachable')
  })

/** Loads the page again, but never leaves it for a server that does not answer. */
export const reloadPage = () =>
  reach().then(
    () => location.reload(),
    () => {},
  )

/**
 * Loads a module. A browser never requests a module again that failed once, so after the page is shown the server is checked first.
 * Throws `ProblemError` when it does not answer.
 */
export const loadPart = async <Part>(load: () => Promise<Part>) => {
  if (document.readyState === 'complete') await reach()
  return load()
}

/** Milliseconds after an input within which a call is taken to be caused by it. */
const causedWithin = 10_000
/** Opening or reloading the page is an act of a person too. */
let lastInput = performance.now()
const heard = () => {
  lastInput = performance.now()
}
for (const type of ['pointerdown', 'keydown', 'input'])
  globalThis.addEventListener?.(type, heard, { capture: true, passive: true })

/** Whether nobody is at the page: what it asks for now is no use of the session (X5). */
export const isBackground = (): boolean => performance.now() - lastInput > causedWithin
