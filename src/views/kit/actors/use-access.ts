import { createContext, use } from 'react'

import type { Access } from '../../../services/kit/api-client.ts'

/** How the person who has signed in calls the server. `AuthenticatedApp` provides it to every page inside. */
export const AccessContext = createContext<Access | null>(null)

/** @throws outside of the pages that a sign-in opens: that is a fault of ours. */
export function useAccess(): Access {
  const access = use(AccessContext)
  if (access === null) throw new Error('invariant: this page is shown before anybody has signed in')
  return access
}
