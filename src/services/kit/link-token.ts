/** The token that a link of an email carries in its address. */

/** Null when there is none: neither in the address nor, hidden before, in this entry of the history. */
export const readLinkToken = (): string | null => new URLSearchParams(location.search).get('token') || tokenOf(history.state)

/**
 * Takes it out of the address, so that no history, log or referrer keeps it. The entry of the history keeps it beside its address, so
 * that a page that is loaded again still has it.
 */
export function hideLinkToken(): void {
  const linkToken = readLinkToken()
  if (location.search !== '') history.replaceState({ linkToken }, '', location.pathname)
}

/** Once it is used it opens nothing. */
export const forgetLinkToken = () => history.replaceState(null, '', location.pathname)

const tokenOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'linkToken' in state && typeof state.linkToken === 'string'
    ? state.linkToken
    : null
