import { lazy } from 'react'

import type { Access } from '../services/kit/api-client.ts'
import { DashboardRoute } from '../views/connectors/list/DashboardRoute.tsx'

const FirstMinuteSection = lazy(async () => ({
  default: (await import('../views/library/first-minute/FirstMinuteSection.tsx')).FirstMinuteSection,
}))

/** The dashboard; a company without connectors sees its ways to the first records there. */
export function DashboardPage({ access }: { readonly access: Access }) {
  return <DashboardRoute access={access} firstMinute={<FirstMinuteSection access={access} />} />
}
