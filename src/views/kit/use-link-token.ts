import { useLayoutEffect, useMemo } from 'react'

import { hideLinkToken, readLinkToken } from '../../services/kit/link-token.ts'

/** The token of the link that led here, which leaves the address as soon as it is read; null where there is none. */
export function useLinkToken(): { readonly token: string | null } {
  useLayoutEffect(hideLinkToken, [])
  return useMemo(() => ({ token: readLinkToken() }), [])
}
