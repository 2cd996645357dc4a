import { useSearch } from '#src/views/kit/browser-location.ts'

import { ErrorPage } from './ErrorPage.tsx'

/** The message is what the address says. */
export function OAuthErrorRoute() {
  return <ErrorPage message={new URLSearchParams(useSearch()).get('message')} />
}
