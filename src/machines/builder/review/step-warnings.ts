/** The warnings that a step shows beside its Deploy button, and whether a warning of the server says more than they did. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSections, everythingAgain } from '#contract/connectors/config/config-sections.ts'
import { keysSentence } from '#contract/connectors/config/delivery-keys.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'

/** More of them have their place in the review. */
const shownMax = 3

/** In the words of the server; empty where there are too many to be read beside a button, so that the review shows them first. */
export function stepWarnings(config: ConnectorConfig): readonly FieldProblem[] {
  const { warnings } = checkSections(config)
  if (warnings.length > shownMax) return []
  return warnings.map((it) =>
    it.message === everythingAgain ? { ...it, message: `${everythingAgain}.${keysSentence(config)}` } : it,
  )
}

/** The server may add a number at the end, and nothing else. */
export const isSeen = (warning: FieldProblem, seen: readonly FieldProblem[]): boolean =>
  seen.some(({ path, message }) => path === warning.path && warning.message.startsWith(message))
