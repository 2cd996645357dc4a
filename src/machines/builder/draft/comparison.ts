/** Two drafts of one connector side by side: whether they say the same, and where they do not. */
import type { Draft } from './draft.ts'
import { withoutSecrets } from './secrets.ts'

/** A value that is not the same on both sides; null where a side has none. `path` is a JSON pointer into the draft. */
export type Difference = { readonly path: string; readonly mine: string | null; readonly theirs: string | null }

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

/** Every single value that differs, each with the JSON pointer to it. */
export function differ(path: string, mine: unknown, theirs: unknown): Difference[] {
  if (isBranch(mine) && isBranch(theirs) && Array.isArray(mine) === Array.isArray(theirs)) {
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    return [...names].flatMap((name) => differ(`${path}/${name}`, mine[name], theirs[name]))
  }
  const [one, other] = [textOf(mine), textOf(theirs)]
  return one === other ? [] : [{ path, mine: one, theirs: other }]
}

type Branch = Readonly<Record<string, unknown>>
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** A JSON value as it is written, without the quotes of a text. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function markless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markless)
  if (!isBranch(value)) return value
  if (value['set'] === true && 'last4' in value) return ''
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, markless(inner)]))
}
