import { lazy } from 'react'
import { DashboardRoute } from '../views/connectors/list/DashboardRoute.tsx'

const FirstMinuteSection = lazy(async () => ({
  default: (await import('../views/library/first-minute/FirstMinuteSection.tsx')).FirstMinuteSection,
}))

/** The dashboard; a company without connectors sees its ways to the first records there. */
export function DashboardPage() {
  return <DashboardRoute firstMinute={<FirstMinuteSection />} />
}
