/** Two drafts of one connector side by side: whether they say the same, and where they do not. */
import { type Difference, differ, isBranch } from '../../kit/differences.ts'
import type { Draft } from './draft.ts'
import { withoutSecrets } from './secrets.ts'

/** Secrets are not compared: nobody can see theirs. */
export const sameContent = (one: Draft, other: Draft): boolean => differencesOf(one, other).length === 0

/** Every single value that differs. What is written in another order, or left out instead of undefined, does not. */
export function differencesOf(mine: Draft, theirs: Draft): Difference[] {
  const found = differ('', contentOf(mine), contentOf(theirs))
  return found.some(({ path }) => path === '/profile/name') ? found.filter(({ path }) => !follows.includes(path)) : found
}

/** A person writes one name for all three. */
const follows: readonly string[] = ['/profile/integrationName', '/config/name']

function contentOf(draft: Draft) {
  const { profile, config, shapes } = withoutSecrets(draft)
  // The status is the connector's, and a mark says only that there is a secret.
  const { status: _, ...rest } = config
  return { profile, config: markless(rest), shapes }
}

function markless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markless)
  if (!isBranch(value)) return value
  if (value['set'] === true && 'last4' in value) return ''
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, markless(inner)]))
}
