/** What the page itself is made of, and where it comes from. */
import { refusal } from '#contract/kit/problem.ts'

/** Resolves when the server answers, whatever it says. Throws `ProblemError` when it does not. */
const reach = () =>
  fetch('/healthz').catch(() => {
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
